"""What a browser says of itself, in two words: so that people can tell their devices from each other."""

from __future__ import annotations

from starlette.requests import HTTPConnection

# Many browsers also name those that they are like, so the order counts.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}
PROGRAM, BROWSER = "A program", "A browser"


def device_of(connection: HTTPConnection) -> str:
    """A label for where a key is kept."""
    if "application/json" in connection.headers.get("accept", ""):
        return PROGRAM
    said = connection.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS.items() if sign in said), BROWSER)
    system = next((name for sign, name in SYSTEMS.items() if sign in said), "")
    return f"{browser} on {system}" if system else browser
