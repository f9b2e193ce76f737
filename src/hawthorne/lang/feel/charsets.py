"""Sets of characters as ranges of code points, for the classes of XPath's regular expressions."""

from __future__ import annotations

import sys
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_LAST = sys.maxunicode


@dataclass(frozen=True, slots=True)
class Charset:
    """Code points as ranges, both ends included.

    >>> Charset(((97, 122),)).minus(Charset(((98, 98),))).ranges
    ((97, 97), (99, 122))
    """

    ranges: tuple[tuple[int, int], ...]

    def union(self, other: Charset) -> Charset:
        merged: list[tuple[int, int]] = []
        for low, high in sorted((*self.ranges, *other.ranges)):
            if merged and low <= merged[-1][1] + 1:
                merged[-1] = merged[-1][0], max(high, merged[-1][1])
            else:
                merged.append((low, high))
        return Charset(tuple(merged))

    def complement(self) -> Charset:
        out, at = [], 0
        for low, high in self.union(Charset(())).ranges:
            if at < low:
                out.append((at, low - 1))
            at = high + 1
        if at <= _LAST:
            out.append((at, _LAST))
        return Charset(tuple(out))

    def minus(self, other: Charset) -> Charset:
        return self.complement().union(other).complement()


ANY = Charset(((0, _LAST),))
NOT_NEWLINE = Charset(((10, 10), (13, 13))).complement()
_SPACE = Charset(((9, 10), (13, 13), (32, 32)))

#: Blocks of Unicode that patterns name with ``\p{Is…}``: those of the scripts most written.
_BLOCKS = {
    "BasicLatin": (0x0000, 0x007F), "Latin-1Supplement": (0x0080, 0x00FF), "LatinExtended-A": (0x0100, 0x017F),
    "LatinExtended-B": (0x0180, 0x024F), "IPAExtensions": (0x0250, 0x02AF), "SpacingModifierLetters": (0x02B0, 0x02FF),
    "CombiningDiacriticalMarks": (0x0300, 0x036F), "Greek": (0x0370, 0x03FF), "GreekandCoptic": (0x0370, 0x03FF),
    "Cyrillic": (0x0400, 0x04FF), "Armenian": (0x0530, 0x058F), "Hebrew": (0x0590, 0x05FF), "Arabic": (0x0600, 0x06FF),
    "Syriac": (0x0700, 0x074F), "Thaana": (0x0780, 0x07BF), "Devanagari": (0x0900, 0x097F), "Bengali": (0x0980, 0x09FF),
    "Gurmukhi": (0x0A00, 0x0A7F), "Gujarati": (0x0A80, 0x0AFF), "Oriya": (0x0B00, 0x0B7F), "Tamil": (0x0B80, 0x0BFF),
    "Telugu": (0x0C00, 0x0C7F), "Kannada": (0x0C80, 0x0CFF), "Malayalam": (0x0D00, 0x0D7F), "Sinhala": (0x0D80, 0x0DFF),
    "Thai": (0x0E00, 0x0E7F), "Lao": (0x0E80, 0x0EFF), "Tibetan": (0x0F00, 0x0FFF), "Myanmar": (0x1000, 0x109F),
    "Georgian": (0x10A0, 0x10FF), "HangulJamo": (0x1100, 0x11FF), "Ethiopic": (0x1200, 0x137F),
    "Cherokee": (0x13A0, 0x13FF), "Khmer": (0x1780, 0x17FF), "Mongolian": (0x1800, 0x18AF),
    "LatinExtendedAdditional": (0x1E00, 0x1EFF), "GreekExtended": (0x1F00, 0x1FFF),
    "GeneralPunctuation": (0x2000, 0x206F), "SuperscriptsandSubscripts": (0x2070, 0x209F),
    "CurrencySymbols": (0x20A0, 0x20CF), "LetterlikeSymbols": (0x2100, 0x214F), "NumberForms": (0x2150, 0x218F),
    "Arrows": (0x2190, 0x21FF), "MathematicalOperators": (0x2200, 0x22FF), "MiscellaneousTechnical": (0x2300, 0x23FF),
    "BoxDrawing": (0x2500, 0x257F), "BlockElements": (0x2580, 0x259F), "GeometricShapes": (0x25A0, 0x25FF),
    "MiscellaneousSymbols": (0x2600, 0x26FF), "Dingbats": (0x2700, 0x27BF), "BraillePatterns": (0x2800, 0x28FF),
    "CJKRadicalsSupplement": (0x2E80, 0x2EFF), "CJKSymbolsandPunctuation": (0x3000, 0x303F),
    "Hiragana": (0x3040, 0x309F), "Katakana": (0x30A0, 0x30FF), "Bopomofo": (0x3100, 0x312F),
    "HangulCompatibilityJamo": (0x3130, 0x318F), "CJKUnifiedIdeographsExtensionA": (0x3400, 0x4DBF),
    "CJKUnifiedIdeographs": (0x4E00, 0x9FFF), "YiSyllables": (0xA000, 0xA48F), "HangulSyllables": (0xAC00, 0xD7AF),
    "PrivateUse": (0xE000, 0xF8FF), "CJKCompatibilityIdeographs": (0xF900, 0xFAFF),
    "AlphabeticPresentationForms": (0xFB00, 0xFB4F), "ArabicPresentationForms-A": (0xFB50, 0xFDFF),
    "CombiningHalfMarks": (0xFE20, 0xFE2F), "CJKCompatibilityForms": (0xFE30, 0xFE4F),
    "SmallFormVariants": (0xFE50, 0xFE6F), "ArabicPresentationForms-B": (0xFE70, 0xFEFF),
    "HalfwidthandFullwidthForms": (0xFF00, 0xFFEF), "Specials": (0xFFF0, 0xFFFF), "OldItalic": (0x10300, 0x1032F),
    "Gothic": (0x10330, 0x1034F), "Deseret": (0x10400, 0x1044F), "MusicalSymbols": (0x1D100, 0x1D1FF),
    "MathematicalAlphanumericSymbols": (0x1D400, 0x1D7FF), "Emoticons": (0x1F600, 0x1F64F),
    "CJKUnifiedIdeographsExtensionB": (0x20000, 0x2A6DF),
}  # fmt: skip


@lru_cache(maxsize=1)
def _categories() -> dict[str, Charset]:
    """The code points of every general category; found once, when a pattern first asks."""
    found: dict[str, list[tuple[int, int]]] = {}
    start, current = 0, unicodedata.category("\0")
    for code in range(1, _LAST + 1):
        category = unicodedata.category(chr(code))
        if category != current:
            found.setdefault(current, []).append((start, code - 1))
            start, current = code, category
    found.setdefault(current, []).append((start, _LAST))
    return {category: Charset(tuple(ranges)) for category, ranges in found.items()}


@lru_cache(maxsize=64)
def property_set(name: str) -> Charset | None:
    """The characters of ``\\p{name}``: a general category, its first letter, or a block; None for no such name."""
    if name.startswith("Is"):
        block = _BLOCKS.get(name[2:])
        return None if block is None else Charset((block,))
    if len(name) not in (1, 2):
        return None
    known = _categories()
    chosen = [known[category] for category in sorted(known) if category.startswith(name)]
    out = Charset(())
    for part in chosen:
        out = out.union(part)
    return out if chosen else None


def _all_of(*names: str) -> Charset:
    out = Charset(())
    for name in names:
        out = out.union(property_set(name) or Charset(()))
    return out


@lru_cache(maxsize=32)
def escape_set(char: str) -> Charset | None:
    """The characters of ``\\s \\d \\w \\i \\c`` and, for capitals, all others (XML Schema 1.1, part 2, appendix G)."""
    if char in "SDWIC":
        lower = escape_set(char.lower())
        return None if lower is None else lower.complement()
    if char == "s":
        return _SPACE
    if char == "d":
        return property_set("Nd")
    if char == "w":
        return _all_of("P", "Z", "C").complement()
    initial = _all_of("L").union(Charset(((58, 58), (95, 95))))
    if char == "i":
        return initial
    if char == "c":
        return initial.union(_all_of("M", "Nd")).union(Charset(((45, 46), (0xB7, 0xB7))))
    return None


def write_set(charset: Charset) -> str:
    """A set as a piece of a Python pattern."""
    if not charset.ranges:
        return "(?!)"
    if charset.ranges == ANY.ranges:
        return r"(?s:.)"
    if charset.ranges == NOT_NEWLINE.ranges:
        return r"[^\n\r]"
    return f"[{''.join(_write_range(low, high) for low, high in charset.ranges)}]"


def _write_range(low: int, high: int) -> str:
    return _write_code(low) if low == high else f"{_write_code(low)}-{_write_code(high)}"


def _write_code(code: int) -> str:
    return f"\\U{code:08x}"
