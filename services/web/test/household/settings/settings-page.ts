import { readHouseholdSettings } from '@night-routine/household'
import { formOf } from '../../../src/household/settings/settings-form.ts'
import type { Browser } from '../../browser.ts'
import type { RunningWeb } from '../../running-web.ts'

/** The form with every setting, as a client sends it that knows of no pages. */
export async function wholeForm(
  { alex, web: { db } }: { alex: Browser; web: RunningWeb },
  more: Record<string, string | string[]> = {},
) {
  const { values } = formOf(await readHouseholdSettings(db))
  const seen = formIn((await alex.get('/settings')).body).get('seen') ?? ''
  return typedInto(new URLSearchParams({ seen }), { ...values, ...more })
}

/** A form of a page, as a browser would send it; `more` is what a person typed or ticked. */
export function formIn(
  body: string,
  more: Record<string, string | string[]> = {},
  action = '/settings',
) {
  const form = new URLSearchParams()
  const [, rest = ''] = body.split(`action="${action}"`)
  const [page = ''] = rest.split('</form>')
  for (const [, attributes = ''] of page.matchAll(/<input ([^>]+)>/g))
    if (!/type="(?:checkbox|radio)"/.test(attributes) || attributes.includes(' checked'))
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
