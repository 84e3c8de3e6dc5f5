import { readFileSync } from 'node:fs'
import { languages, wordingFor } from '@night-routine/wording'
import { HttpError } from '@night-routine/service'
import t from 'tap'
import calendars from '../../src/household/calendars/calendars-route.ts'
import home from '../../src/nights/home/home-route.ts'
import select from '../../src/household/calendars/select-route.ts'
import { alex } from '../demo-household.ts'
import { inTurn } from '../nights.ts'
import { routeService } from '../route-service.ts'
import { listing, webContext } from '../web-context.ts'
import { providers } from '../providers.ts'

/** The text of a page, without markup. */
const said = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replace(/[\s\u202f]+/g, ' ')

const foreign: Record<string, RegExp> = {
  fr: /\b(?:the|night|nights|with|and|your|is|are|Tonight|Sign|Calendar)\b/,
  en: /\b(?:le|la|les|soir|soirs|avec|et|votre|est|sont|agenda)\b/i,
}

t.test('the language of a page', async t => {
  const nights = inTurn('2026-11-20', 20)
  const stored = await webContext(t, { nights, grant: 'connected', calendar: 'Famille' })
  const listed = [
    { id: '1', name: 'Famille', writable: true, primary: true, timeZone: null },
    { id: '2', name: 'École', writable: false, primary: false, timeZone: null },
  ]
  const context = { ...stored, ...listing(async () => listed) }
  async function pages(session: typeof alex | null, language: string, household = {}) {
    const service = await routeService(t, session, [], language, household)
    for (const route of [home, calendars, select]) await service.register(route, context)
    service.get('/away', async () => {
      throw new HttpError(418, 'No words of ours.')
    })
    return service
  }

  for (const language of languages)
    await t.test(`is ${language}, and no other, for people of such a household`, async t => {
      const service = await pages(alex, language)
      // The browser prefers another language; the household's setting wins.
      const headers = { 'accept-language': 'de' }
      for (const url of ['/', '/?night=20261121', '/calendars', '/?month=13']) {
        const answer = await service.inject({ url, headers })
        t.match(answer.body, `<html lang="${language}">`, url)
        t.equal(answer.headers['content-language'], language, url)
        const text = said(answer.body)
        t.notMatch(text, /\b(?:undefined|null|NaN)\b|\[object|\{\w+\}/, url)
        if (url !== '/?month=13') t.notMatch(text, foreign[language] ?? /x{9}/, url)
      }
      const { body } = await service.inject({
        method: 'POST',
        url: '/calendars/select',
        payload: 'calendar_id=none',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      t.match(body, '<h1>Error</h1><p>Invalid calendar ID</p>', 'the text of the contract')
      const file = new URL(
        `../../../../packages/wording/languages/${language}.json`,
        import.meta.url,
      )
      t.notMatch(readFileSync(file, 'utf8'), /[<>&]/, 'messages have no markup')
    })

  await t.test('is the one that a person chose', async t => {
    const service = await pages(alex, 'en', { chosen: 'fr' })
    const { headers } = await service.inject({ url: '/', headers: { 'accept-language': 'en' } })
    t.equal(headers['content-language'], 'fr')
  })

  await t.test('is that of the browser, for visitors', async t => {
    const service = await pages(null, 'fr')
    for (const [asked, language] of [
      ['fr-CA,fr;q=0.9,en;q=0.5', 'fr'],
      ['en-US,en;q=0.9,fr;q=0.1', 'en'],
      ['zxx, fr;q=0.2', 'fr'],
      ['zxx', 'en'],
      ['', 'en'],
      [';;q=x,,', 'en'],
    ] as const) {
      const answer = await service.inject({ url: '/', headers: { 'accept-language': asked } })
      t.match(answer.body, `<html lang="${language}">`, asked)
      t.match(answer.headers, { 'content-language': language, vary: /accept-language/ }, asked)
      t.match(answer.body, wordingFor(language, providers).say('signIn.with'), asked)
    }
    const headers = { 'accept-language': 'fr', accept: 'application/json' }
    const month = await service.inject({ url: '/?month=13', headers })
    t.same(month.json(), { error: 'Ce mois n’existe pas.', field: 'month' })
    const away = await service.inject({ url: '/away', headers })
    t.same(away.json(), { error: 'No words of ours.' })
  })
})
