import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

// Resolves to the same folder from src and from dist.
const folder = new URL('../languages/', import.meta.url)

/** The supported language codes, English first: one per file in `languages/`. */
export const languages: readonly string[] = readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .map(name => basename(name, '.json'))
  .toSorted((one, other) => Number(other === 'en') - Number(one === 'en'))

/** The supported language of a tag such as `fr-CA`; English if there is none. */
export function supported(tag: string): string {
  const isIn = (code: string) => `${tag}-`.toLowerCase().startsWith(`${code}-`.toLowerCase())
  return languages.findLast(isIn) ?? 'en'
}

/** The texts of a language, by key. */
export function readTexts(language: string): Map<string, string> {
  const texts: unknown = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
  if (typeof texts !== 'object' || texts === null)
    throw new Error(`${language}.json is not an object`)
  return new Map(Object.entries(texts).map(([key, text]) => [key, String(text)]))
}
