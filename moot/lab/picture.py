"""What came of an arena, as a picture: a row for each bot, with its 95 % interval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from moot.lab.arena import Arena
from moot.lab.figures import Figure

WIDTH, LEFT, RIGHT, ROW, HEAD = 900, 250, 150, 34, 84
STYLE = """<style>
text { font-family: "Iowan Old Style", Palatino, Georgia, serif; fill: #22253a; font-size: 15px }
.paper { fill: #f5f0e6 } .head { font-size: 21px; font-weight: 600 } .line { stroke: #d8cdb8 }
.soft { fill: #565a70; font-size: 13.5px }
.reach { stroke: #2f3f9e; stroke-width: 3 } .point { fill: #2f3f9e }
@media (prefers-color-scheme: dark) {
  text { fill: #eeeae0 } .paper { fill: #20242c } .line { stroke: #4a515e } .soft { fill: #bdb9ae }
  .reach { stroke: #a3b0f5 } .point { fill: #a3b0f5 }
}
</style>"""


def picture_of(arena: Arena) -> str:
    """An SVG of the ratings, or in a cooperative game of what each bot wins."""
    rows = arena.ratings or {standing.pairing.hero: standing.wins for standing in arena.standings}
    percent = not arena.ratings
    ordered = dict(sorted(rows.items(), key=lambda row: -row[1].value))
    low, high = (0.0, 1.0) if percent else _span(ordered)
    height = HEAD + ROW * len(ordered) + 20
    what = "won together" if percent else "rating: 400 more win ten times as often"
    title = f"{arena.game.title}, {arena.options['seats']} seats"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}: {what}</title>",
        STYLE,
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="14"/>',
        f'<text x="30" y="40" class="head">{escape(title)}</text>',
        f'<text x="30" y="62" class="soft">{what}, with 95 % intervals; seed {arena.seed}</text>',
        *_rows(ordered, low, high, percent=percent),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _span(rows: Mapping[str, Figure]) -> tuple[float, float]:
    low, high = min(row.low for row in rows.values()), max(row.high for row in rows.values())
    return (low, high) if high > low else (low - 1, high + 1)


def _rows(rows: Mapping[str, Figure], low: float, high: float, *, percent: bool) -> Iterator[str]:
    def at(value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low), 1)

    for number, (bot, figure) in enumerate(rows.items()):
        y = HEAD + ROW * number + ROW // 2
        said = f"{figure.value:.1%}" if percent else f"{figure.value:+.0f}"
        yield f'<path class="line" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>'
        yield f'<text x="30" y="{y + 5}">{escape(bot)}</text>'
        yield f'<path class="reach" d="M{at(figure.low)} {y}H{at(figure.high)}"/>'
        yield f'<circle class="point" cx="{at(figure.value)}" cy="{y}" r="6"/>'
        yield f'<text x="{WIDTH - RIGHT + 24}" y="{y + 5}">{said}</text>'
