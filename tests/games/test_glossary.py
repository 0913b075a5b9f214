"""The words of each game for newcomers, and its ready sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples.leduc import GAME as LEDUC
from moot.engine import Game
from moot.engine.glossary import FILE, MOST_SIGNS, MOST_TERMS, SENTENCES, TALK, read_glossary
from moot.games import GAMES, load
from moot.table.feeds.messages import MOST_CHAT

MOOT = [load(name) for name in GAMES]
ids = [game.name for game in MOOT]


@pytest.mark.parametrize("game", MOOT, ids=ids)
def test_a_few_terms_each_in_two_lines_with_a_section_that_exists(game: Game) -> None:
    written = [line for line in (game.folder / FILE).read_text().splitlines() if line.startswith("-")]
    assert len(written) == len(game.glossary) <= MOST_TERMS
    words = [word.casefold() for term in game.glossary for word in term.words]
    assert len(set(words)) == len(words)
    for term in game.glossary:
        assert len(term.says.text) <= MOST_SIGNS, term.words[0]
        assert re.search(rf"(\*\*|## ){re.escape(term.says.section)}\b", game.rulebook), term


@pytest.mark.parametrize("game", MOOT, ids=ids)
def test_every_term_is_a_word_of_the_rulebook(game: Game) -> None:
    for term in game.glossary:
        assert any(word.casefold() in game.rulebook.casefold() for word in term.words), term.words


@pytest.mark.parametrize("game", MOOT, ids=ids)
def test_six_sentences_that_can_be_said(game: Game) -> None:
    assert len(game.sentences) == SENTENCES
    assert all(len(sentence) <= 32 < MOST_CHAT for sentence in game.sentences)


def test_a_game_without_them_works_as_before(tmp_path: Path) -> None:
    assert LEDUC.glossary == () == LEDUC.sentences
    (tmp_path / FILE).write_text("# Words\n\n- **pot, pots** §2 What was staked.\nAnd so on.\n")
    assert [term.words for term in read_glossary(tmp_path)] == [("pot", "pots")]
    assert not (tmp_path / TALK).exists()
