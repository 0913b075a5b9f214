"use strict";
// Before anything is drawn: the look that was chosen last time.
{
  const kept = localStorage.getItem("theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
}
