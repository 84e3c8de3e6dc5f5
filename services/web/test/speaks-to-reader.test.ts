import { saveMemberLanguage } from '@night-routine/database/people'
import type { ParentId } from '@night-routine/database/nights'
import { languages } from '@night-routine/wording'
import t from 'tap'
import { people } from './demo-household.ts'
import { seededWeb } from './seeded-web.ts'

const readers = ['a', 'b'] as const

/**
 * What a page says on a screen: without code, the names that forms hold, a name as people type it in
 * the calendar ("[Alex]"), and who is signed in.
 */
function textOf(html: string): string {
  return html
    .replace(/^[^]*<main/, '<main')
    .replace(/<footer[^]*/, '')
    .replaceAll(/<script[^]*?<\/script>/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/ (?:value|href|action|id|name|data-on-paper)="[^"]*"/g, '')
}

t.test('no page names its reader, who is "you", and each names the other parent', async t => {
  const { web, shown, ...home } = await seededWeb(t)
  const screens = { a: home.alex, b: home.robin }
  const pages = [
    '/',
    '/?month=2026-11',
    ...Object.values(shown).map(id => `/?night=${id}`),
    `/?night=${shown.planned}&swap=${shown.own}`,
    '/history',
    '/statistics',
  ]
  const other: Record<ParentId, ParentId> = { a: 'b', b: 'a' }
  for (const language of languages)
    for (const reader of readers) {
      await saveMemberLanguage(
        web.db,
        `${people.names[reader].toLowerCase()}@example.com`,
        language,
      )
      const own = people.names[reader]
      for (const url of pages) {
        const { statusCode, body } = await screens[reader].get(url)
        t.equal(statusCode, 200, url)
        const text = textOf(body)
        const named = new RegExp(`.{0,60}\\b${own}\\b.{0,60}`).exec(text)
        t.equal(named?.[0], undefined, `${url} in ${language}, to ${own}`)
        if (language === 'en') t.match(text, /\byou(?:r|rs)?\b/i, url)
        t.match(text, people.names[other[reader]], url)
      }
    }
})
