import { HtmlValidate } from 'html-validate'
import { languages } from '@night-routine/wording'
import t, { type Test } from 'tap'
import { formIn } from './household/settings/settings-page.ts'
import { households } from './screens.ts'
import { householdService } from './shown-household.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    'no-inline-style': 'error',
    // Tonight, and what is wrong, come before the month, whose title is the first rank.
    'heading-level': ['error', { minInitialRank: 'h2' }],
    // Without script the page reloads itself only while work is pending.
    'meta-refresh': 'off',
    // Everything comes from the same origin.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

/** The largest home page, without its stylesheet and script. */
const budget = 40_000

async function isValid(t: Test, html: string, name: string) {
  const { results } = await validator.validateString(html)
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`),
  )
  t.same(faults, [], name)
}

for (const language of languages)
  t.test(`every page is valid HTML in ${language}`, async t => {
    // Other languages have other words, in the same places.
    for (const { household, places, mark = '' } of language === 'en'
      ? households
      : households.slice(0, 1)) {
      const service = await householdService(t, { ...household, language })
      for (const [name, [path]] of Object.entries(places)) {
        const { body } = await service.inject(path)
        await isValid(t, body, name + mark)
        // Icons have text alternatives; a title from the calendar is quoted.
        t.notMatch(
          body.replaceAll('🌃👶Routine', ''),
          /\p{Emoji_Presentation}/u,
          `${name}: no emoji`,
        )
        if (path.startsWith('/?') || path === '/')
          t.ok(
            Buffer.byteLength(body) <= budget,
            `${name}${mark}: ${Buffer.byteLength(body)} bytes`,
          )
      }
    }
  })

t.test('previewed and refused forms are valid HTML too', async t => {
  const service = await householdService(t, {})
  const settings = (await service.inject('/settings')).body
  const attempts = {
    preview: { step: 'preview' },
    refused: { step: 'save', 'parents.a.name': '', lookAheadDays: 'many', timeZone: 'Mars/Base' },
    'refused page': { step: 'save', 'parents.a.name': '' },
  }
  for (const [name, typed] of Object.entries(attempts)) {
    const { body, statusCode } = await service.inject({
      method: 'POST',
      url: '/settings',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: formIn(settings, typed).toString(),
    })
    const isRefused = name !== 'preview'
    t.equal(statusCode, isRefused ? 400 : 200)
    t.match(body, isRefused ? 'role="alert"' : 'id="preview-title"')
    await isValid(t, body, name)
  }
})

t.test('the validator finds invalid HTML', async t => {
  const { results } = await validator.validateString(
    '<!doctype html><html lang="en"><head><title>x</title></head><body><p style="color:red" onclick="x()"><div id="a"></div><div id="a"></div></p></body></html>',
  )
  const rules = results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))
  for (const rule of ['no-inline-style', 'no-dup-id']) t.ok(rules.includes(rule), rule)
})
