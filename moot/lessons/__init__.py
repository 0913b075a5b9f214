"""Guided first games: a real position, one idea and one move at a time. A lesson is a text beside a game's rulebook."""

from moot.lessons.lesson import FILE, LOCK, Lesson, LessonError, Step
from moot.lessons.reading import lesson_of, read_lesson
from moot.lessons.script import Beat, Kind, Script, Standing, script_of

__all__ = [
    "FILE",
    "LOCK",
    "Beat",
    "Kind",
    "Lesson",
    "LessonError",
    "Script",
    "Standing",
    "Step",
    "lesson_of",
    "read_lesson",
    "script_of",
]
