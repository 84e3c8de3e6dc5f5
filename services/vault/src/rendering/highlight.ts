import { createRequire } from 'node:module'

interface Highlighter {
  getLanguage(name: string): object | undefined
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

// An import would bring the types of a browser into the whole program.
const require = createRequire(import.meta.url)
const highlighter: Highlighter = require('highlight.js/lib/common')

/** Longer code is not coloured: it costs more than it shows. */
const longest = 50_000

/** Code as HTML with a class for each kind of word; empty for a language that the library does not know. */
export function highlight(code: string, language: string): string {
  if (code.length > longest || highlighter.getLanguage(language) === undefined) return ''
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value
}
