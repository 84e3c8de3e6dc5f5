import { readFileSync } from 'node:fs'
import { languages, wordingFor } from '@night-routine/wording'
import { HttpError } from '@night-routine/service'
import t, { type Test } from 'tap'
import calendars from '../../src/household/calendars/calendars-route.ts'
import home from '../../src/nights/home/home-route.ts'
import select from '../../src/household/calendars/select-route.ts'
import { alex } from '../demo-household.ts'
import { inTurn } from '../nights.ts'
import { routeService } from '../route-service.ts'
import { listing, webContext } from '../web-context.ts'
import { providers } from '../providers.ts'

type Session = Parameters<typeof routeService>[1]

async function pages(test: Test, session: Session, language: string) {
  const service = await routeService(test, session, [], language)
  const context = {
    ...(await webContext(test, {
      nights: inTurn('2026-11-20', 20),
      grant: 'connected',
      calendar: 'Famille',
    })),
    ...listing(async () => [
      { id: '1', name: 'Famille', writable: true, primary: true, timeZone: null },
      { id: '2', name: 'École', writable: false, primary: false, timeZone: null },
    ]),
  }
  await service.register(home, context)
  await service.register(calendars, context)
  await service.register(select, context)
  service.get('/away', async () => {
    throw new HttpError(418, 'No words of ours.')
  })
  return service
}

/** The text of a page, without markup. */
function said(html: string) {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replace(/[\s\u202f]+/g, ' ')
}

for (const language of languages)
  t.test(`people who are signed in read ${language}`, async t => {
    const service = await pages(t, alex, language)
    for (const url of ['/', '/?night=20261121', '/calendars', '/nowhere', '/?month=13']) {
      // The browser prefers another language; the household's setting wins.
      const { body, headers, statusCode } = await service.inject({
        url,
        headers: { 'accept-language': 'de' },
      })
      const expected = { '/nowhere': 404, '/?month=13': 400 }[url] ?? 200
      t.equal(statusCode, expected, url)
      if (url !== '/nowhere') {
        t.match(body, `<html lang="${language}">`, url)
        t.equal(headers['content-language'], language, url)
      }
      t.notMatch(said(body), /\b(?:undefined|null|NaN)\b|\[object|\{\w+\}/, url)
    }
  })

t.test('the language that a person chose comes before the household’s', async t => {
  const household = { chosen: 'fr' }
  const service = await routeService(t, alex, [], 'en', household)
  await service.register(home, await webContext(t))
  const { body, headers } = await service.inject({ url: '/', headers: { 'accept-language': 'en' } })
  t.equal(headers['content-language'], 'fr')
  t.match(body, '<html lang="fr">')
})

t.test('French pages have no English text, and the reverse', async t => {
  const french = await pages(t, alex, 'fr')
  const english = await pages(t, alex, 'en')
  for (const url of ['/', '/?night=20261121', '/calendars']) {
    const [fr, en] = [said((await french.inject(url)).body), said((await english.inject(url)).body)]
    t.notMatch(
      fr,
      /\b(?:the|night|nights|with|and|your|is|are|Tonight|Sign|Calendar)\b/,
      `fr ${url}`,
    )
    t.notMatch(en, /\b(?:le|la|les|soir|soirs|avec|et|votre|est|sont|agenda)\b/i, `en ${url}`)
  }
  const page = said((await french.inject('/?night=20261121')).body)
  t.match(page, 'Ce soir, vendredi 20 novembre')
  t.match(page, 'Samedi 21 novembre : Robin')
  t.match(page, 'Cinq semaines à venir')
  t.match(page, 'Je m’en occupe')
})

t.test('visitors get the language of their browser', async t => {
  const service = await pages(t, null, 'fr')
  for (const [asked, language] of [
    ['fr', 'fr'],
    ['fr-CA,fr;q=0.9,en;q=0.5', 'fr'],
    ['en-US,en;q=0.9,fr;q=0.1', 'en'],
    ['de, fr;q=0.2', 'fr'],
    ['de', 'en'],
    ['', 'en'],
    ['*', 'en'],
    [';;q=x,,', 'en'],
  ] as const) {
    const { body, headers } = await service.inject({
      url: '/',
      headers: { 'accept-language': asked },
    })
    t.match(body, `<html lang="${language}">`, asked)
    t.equal(headers['content-language'], language, asked)
    t.match(headers.vary, 'accept-language', asked)
    t.match(body, wordingFor(language, providers).say('signIn.with'), asked)
  }
  t.match((await service.inject('/')).body, '<html lang="en">', 'without a preference')
})

t.test('errors are translated, also in JSON, whose fields stay', async t => {
  const service = await pages(t, null, 'en')
  const headers = { 'accept-language': 'fr', accept: 'application/json' }
  const missing = await service.inject({ url: '/nowhere', headers })
  t.same(missing.json(), { error: 'Il n’y a rien à cette adresse.' })
  t.equal(missing.headers['content-language'], 'fr')
  const month = await service.inject({ url: '/?month=13', headers })
  t.same(month.json(), { error: 'Ce mois n’existe pas.', field: 'month' })
  t.same((await service.inject({ url: '/away', headers })).json(), { error: 'No words of ours.' })
})

t.test('an invalid calendar gets the text of the contract in every language', async t => {
  for (const language of languages) {
    const service = await pages(t, alex, language)
    const { statusCode, body } = await service.inject({
      method: 'POST',
      url: '/calendars/select',
      payload: 'calendar_id=none',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    t.equal(statusCode, 400)
    t.match(body, '<h1>Error</h1><p>Invalid calendar ID</p>', language)
    t.match(body, `<html lang="${language}">`)
  }
})

t.test('messages have no markup', async t => {
  for (const language of languages) {
    const file = new URL(`../../../../packages/wording/languages/${language}.json`, import.meta.url)
    t.notMatch(readFileSync(file, 'utf8'), /[<>&]/)
  }
})
