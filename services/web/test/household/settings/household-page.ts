import { readJobRequests } from '@night-routine/database/jobs'
import { readNights } from '@night-routine/database/nights'
import { readHouseholdSettings, tonight } from '@night-routine/household'
import type { Test } from 'tap'
import { formOf } from '../../../src/household/settings/settings-form.ts'
import { sync } from '../../../src/nights/home/sync.ts'
import { Browser } from '../../browser.ts'
import { alex, noWakes } from '../../demo-household.ts'
import { runWeb } from '../../running-web.ts'

/** A household with a plan, Alex on its settings page, and access to all rows a save may change. */
export async function householdPage(t: Test) {
  const web = await runWeb(t)
  const { db, clock } = web
  await sync({ db, lockingDb: db, clock, wake: noWakes }, alex)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const today = tonight(await readHouseholdSettings(db), clock.now())
  return {
    web,
    browser,
    today,
    nights: () => readNights(db, today, today.add({ days: 400 })),
    pushes: async () =>
      (await readJobRequests(db)).find(({ kind }) => kind === 'push')?.requestNumber,
    /** Every row of the household, as text. */
    contents: async () => {
      const tables = [
        'settings',
        'parents',
        'absences',
        'repeating_absences',
        'night_weights',
        'assignments',
        'history',
        'job_requests',
      ] as const
      const rows = await Promise.all(
        tables.map(table => db.selectFrom(table).selectAll().execute()),
      )
      return JSON.stringify(rows, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      )
    },
  }
}

/** The form with every setting, as a client sends it that knows of no pages. */
export async function wholeForm(
  { browser, web: { db } }: Pick<Awaited<ReturnType<typeof householdPage>>, 'browser' | 'web'>,
  more: Record<string, string | string[]> = {},
) {
  const { values } = formOf(await readHouseholdSettings(db))
  const seen = formIn((await browser.get('/settings')).body).get('seen') ?? ''
  return typedInto(new URLSearchParams({ seen }), { ...values, ...more })
}

/** The settings form of a page, as a browser would send it; `more` is what a person typed or ticked. */
export function formIn(body: string, more: Record<string, string | string[]> = {}) {
  const form = new URLSearchParams()
  const [, rest = ''] = body.split('action="/settings"')
  const [page = ''] = rest.split('</form>')
  for (const [, attributes = ''] of page.matchAll(/<input ([^>]+)>/g))
    if (!attributes.includes('type="checkbox"') || attributes.includes(' checked'))
      form.append(attribute(attributes, 'name'), attribute(attributes, 'value'))
  for (const [, name = '', options = ''] of page.matchAll(
    /<select id="[^"]+" name="([^"]+)"[^>]*>(.*?)<\/select>/g,
  ))
    form.append(name, /value="([^"]*)" selected/.exec(options)?.[1] ?? '')
  return typedInto(form, more)
}

function typedInto(form: URLSearchParams, more: Record<string, string | string[]>) {
  for (const [name, values] of Object.entries(more)) {
    form.delete(name)
    for (const value of [values].flat()) form.append(name, value)
  }
  return form
}

function attribute(attributes: string, name: string) {
  return new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
}
