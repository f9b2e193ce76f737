"""What is measured in the browser, as scripts that return what is wrong: one line each, nothing where all is well."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE, NARROW, PAPER = 1300, 380, 718
"""Widths in CSS pixels: a laptop's window, a phone, and A4 at 96 dots an inch without margins of a centimetre."""
HEIGHT = 900

OVERFLOW = """() => {
  const root = document.documentElement
  if (root.scrollWidth <= root.clientWidth) return []
  return [`the page is ${root.scrollWidth} wide in ${root.clientWidth}`].concat(
    [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > root.clientWidth + 1
      && !e.closest('.wide')).slice(0, 5).map(e => `${e.tagName}.${e.className} reaches beyond`))
}"""

CUT = """() => {
  const edge = document.documentElement.clientWidth
  const named = e => `${e.tagName}.${e.getAttribute('class') ?? ''} "${(e.textContent ?? '').trim().slice(0, 40)}"`
  const beyond = [...document.querySelectorAll('table, td, th, svg, .screen, p, dd, li')].filter(
    e => !e.closest('svg svg') && e.getClientRects().length && e.getBoundingClientRect().right > edge + 1)
  const hidden = [...document.querySelectorAll('*')].filter(
    e => getComputedStyle(e).overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1 && e !== document.documentElement)
  return [...beyond, ...hidden].map(e => `${named(e)} is cut on paper`)
}"""

NAMELESS = """() => [...document.querySelectorAll('input, textarea, select, button, fieldset')].filter(e => {
  const names = [e.getAttribute('aria-label'), e.getAttribute('aria-labelledby') && [...e.getAttribute('aria-labelledby')
    .split(' ')].map(id => document.getElementById(id)?.textContent ?? '').join(' '), e.closest('label')?.textContent,
    e.tagName === 'BUTTON' && e.textContent, e.tagName === 'FIELDSET' && e.querySelector('legend')?.textContent]
  return !names.some(name => name && name.trim())
}).map(e => e.outerHTML.slice(0, 120))"""

TEXTS = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const wrong = [], frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width
  const texts = [...svg.querySelectorAll('text')].filter(e => e.textContent.trim() && e.getClientRects().length)
    .map(e => ({e, words: e.textContent, box: e.getBoundingClientRect()}))
  const inside = (a, b, by) => a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by
    && a.bottom <= b.bottom + by
  const boxes = [...svg.querySelectorAll('rect')].map(e => e.getBoundingClientRect())
    .filter(box => box.height > 12 * scale && box.width > 40 * scale)
  for (const {e, words, box} of texts) {
    if (!inside(box, frame, 0.5)) wrong.push(`"${words}" is clipped by the picture's edge`)
    if (getComputedStyle(e).textAnchor !== 'middle') continue
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2
    const holder = boxes.filter(r => r.left < x && x < r.right && r.top < y && y < r.bottom)
      .sort((a, b) => a.width * a.height - b.width * b.height)[0]
    if (holder && (box.left < holder.left || box.right > holder.right))
      wrong.push(`"${words}" is ${Math.round(box.width / scale)} wide in a box of ${Math.round(holder.width / scale)}`)
  }
  texts.sort((a, b) => a.box.top - b.box.top)
  for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++) {
    const a = texts[i].box, b = texts[j].box
    if (b.top > a.bottom) break
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = a.bottom - b.top
    if (wide > scale && Math.min(high, b.height) > 4 * scale)
      wrong.push(`"${texts[i].words}" and "${texts[j].words}" overlap by ${Math.round(wide / scale)}`)
  }
  return wrong
})"""

FOCUSED = """() => {
  const e = document.activeElement
  if (!e || e === document.body) return null
  const all = [...document.querySelectorAll('*')], box = e.getBoundingClientRect(), style = getComputedStyle(e)
  return {place: all.indexOf(e), shown: box.width > 0 && box.height > 0,
    marked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0, what: e.outerHTML.slice(0, 80)}
}"""

AXE = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.flatMap(
  rule => rule.nodes.map(node => `${rule.impact}: ${rule.id}: ${node.target.join(' ')}: ${node.html.slice(0, 120)} `
    + node.any.concat(node.all, node.none).map(each => each.message).join('; ')))"""


class Visit:
    """A file, opened; what it asked for and what the console said are kept."""

    def __init__(self, browser: Browser, path: Path) -> None:
        self.page: Page = browser.new_page(viewport={"width": WIDE, "height": HEIGHT})
        self.address = path.as_uri()
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(self.address)

    def look(self, scheme: Any = "light", width: int = WIDE, media: Any = "screen") -> None:
        """Look at the page in a scheme, at a width, on screen or on paper."""
        self.page.emulate_media(color_scheme=scheme, media=media)
        self.page.set_viewport_size({"width": width, "height": HEIGHT})

    def open_all(self) -> None:
        """Unfold every part that is folded."""
        self.page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true })")

    def wrong(self, script: str) -> str:
        """What a script of this module finds wrong, a line each."""
        return "\n".join(self.page.evaluate(script))
