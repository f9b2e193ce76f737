"""Constructs of other languages, each with its FEEL spelling."""

from __future__ import annotations

#: Symbols that FEEL does not have.
SYMBOLS = {
    "==": ("'==' is not FEEL", "equality is one '='"),
    "===": ("'===' is not FEEL", "equality is one '='"),
    "!==": ("'!==' is not FEEL", "inequality is '!='"),
    "&&": ("'&&' is not FEEL", "write 'and'"),
    "||": ("'||' is not FEEL", "write 'or'"),
    "&": ("'&' is not FEEL", "write 'and'; to join strings, '+'"),
    "|": ("'|' is not FEEL", "write 'or'"),
    "!": ("'!' is not FEEL", "negation is 'not(x)'"),
    "'": ("single quotes are not FEEL", 'strings stand in double quotes: "text"'),
    "`": ("backquotes are not FEEL", 'strings stand in double quotes: "text"'),
    "%": ("'%' is not FEEL", "write 'modulo(a, b)'"),
    "^": ("'^' is not FEEL", "a power is 'a ** b'"),
    "~": ("'~' is not FEEL", "negation is 'not(x)'"),
    ";": ("';' is not FEEL", "an expression is one value; items are separated by ','"),
    "=>": ("'=>' is not FEEL", "write 'function(x) x + 1', or '>=' for a comparison"),
    "->": ("'->' belongs in function types only", "write 'function(x) x + 1'"),
    "#": ("'#' is not FEEL", "a comment begins with '//'"),
    "\\": ("a backslash stands in strings only", None),
}

_COMPARISON = "equality is one '='; at least and at most are '>=' and '<='"
_ASSIGNMENT = "an expression assigns nothing: write 'x + 1'"
#: The end of one operator and the next one, that make an operator of another language.
PAIRS = {
    **{(a, b): _COMPARISON for a in "=<>" for b in ("=", "<", ">", "!=", ">=", "<=")},
    **{(a, "="): _ASSIGNMENT for a in "+-*/"},
}

#: What may stand after the end of an expression.
LEFTOVERS = {
    ",": "a list is written '[a, b]'; a decimal point is '.'",
    "..": "a range stands in brackets: '[1..3]'",
    "?": "a choice is written 'if a then b else c'",
    ":": "part of a list is 'sublist(list, start, length)'; entries stand in '{key: value}'",
    "{": "a choice is written 'if a then b else c', without braces",
    "if": "a choice is written 'if a then b else c'",
    "for": "a list of results is written 'for x in list return x + 1'",
}

#: Words that other languages use where FEEL has another.
WORDS = {
    "not": "negation is 'not(x)', with parentheses",
    "elif": "write 'else if … then …'",
    "lambda": "write 'function(x) x + 1'",
    "is": "write 'x = null', 'x instance of number' or 'is(x, y)'",
    "True": "write 'true'",
    "False": "write 'false'",
    "None": "write 'null'",
    "undefined": "write 'null', or 'is defined(x)'",
    "NULL": "write 'null'",
    "AND": "write 'and'",
    "OR": "write 'or'",
    "let": "an expression assigns nothing: name values in a context, '{x: 1, y: x + 1}.y'",
    "var": "an expression assigns nothing: name values in a context, '{x: 1, y: x + 1}.y'",
    "const": "an expression assigns nothing: name values in a context, '{x: 1, y: x + 1}.y'",
    "def": "write 'function(x) x + 1'",
    "return": "'return' stands in 'for x in list return x + 1'; an expression is its own value",
    "NaN": "what is no number is 'null'",
    "xor": "write 'a != b'",
    "where": "write 'list[condition]'",
}

#: Functions and methods of other languages.
FUNCTIONS = {
    "len": "'count(list)' for a list, 'string length(text)' for a string",
    "length": "'count(list)' for a list, 'string length(text)' for a string",
    "size": "'count(list)' for a list, 'string length(text)' for a string",
    "avg": "'mean(list)'",
    "average": "'mean(list)'",
    "str": "'string(x)'",
    "int": "'number(x)', and 'floor(x)' for a whole number",
    "float": "'number(x)'",
    "bool": "a comparison such as 'x != null'",
    "round": "'round half up(x, 0)', or 'decimal(x, 2)'",
    "ceil": "'ceiling(x)'",
    "pow": "'x ** y'",
    "mod": "'modulo(x, y)'",
    "upper": "'upper case(text)'",
    "lower": "'lower case(text)'",
    "toUpperCase": "'upper case(text)'",
    "toLowerCase": "'lower case(text)'",
    "startswith": "'starts with(text, start)'",
    "startsWith": "'starts with(text, start)'",
    "endswith": "'ends with(text, end)'",
    "endsWith": "'ends with(text, end)'",
    "includes": "'list contains(list, x)', or 'contains(text, part)'",
    "indexOf": "'index of(list, x)'",
    "index": "'index of(list, x)'",
    "push": "'append(list, x)'",
    "extend": "'concatenate(a, b)'",
    "concat": "'concatenate(a, b)', or '+' for strings",
    "join": "'string join(list, \", \")'",
    "filter": "'list[condition]'",
    "map": "'for x in list return x + 1'",
    "reduce": "'sum(list)', 'product(list)' or a for with 'partial'",
    "forEach": "'for x in list return x + 1'",
    "isinstance": "'x instance of number'",
    "typeof": "'x instance of number'",
    "std": "'stddev(list)'",
    "sorted": "'sort(list, function(a, b) a < b)'",
    "unique": "'distinct values(list)'",
    "set": "'distinct values(list)'",
    "defined": "'is defined(x)'",
    "isNull": "'x = null'",
    "isnull": "'x = null'",
    "strip": '\'replace(text, "^\\s+|\\s+$", "")\'',
    "trim": '\'replace(text, "^\\s+|\\s+$", "")\'',
    "keys": "'get entries(x).key'",
    "values": "'get entries(x).value'",
    "items": "'get entries(x)'",
    "exists": "'is defined(x)', or 'x != null'",
    "coalesce": "'if a != null then a else b'",
    "ifelse": "'if a then b else c'",
    "iif": "'if a then b else c'",
    "slice": "'sublist(list, start, length)', or 'substring(text, start, length)'",
    "substr": "'substring(text, start, length)'",
    "mid": "'substring(text, start, length)'",
    "var": "'stddev(list) ** 2'",
    "sd": "'stddev(list)'",
    "get": "'x.key', or 'get value(x, \"key\")'",
}
