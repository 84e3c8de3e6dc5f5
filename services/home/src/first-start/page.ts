import { readFileSync } from 'node:fs'
import type { Finding } from '@night-routine/operations'
import {
  fieldTemplates,
  fieldView,
  templateWording,
  type Field,
  type findAssets,
  type firstHouseholdView,
} from '@night-routine/web'
import { message, type Message, type PlainKey, type Wording } from '@night-routine/wording'
import type { Environment } from '@night-routine/service'
import Handlebars from 'handlebars'
import type { SettingError } from './check.ts'
import {
  effectiveSettings,
  enteredNames,
  isEnteredName,
  isInEnvironment,
  secrets,
  type Entered,
  type EnteredName,
} from './settings.ts'

/** The page, in one of its states: what a state does not need is left out. */
export interface PageView {
  title: string
  lines?: readonly string[]
  trouble?: ReturnType<typeof troubleOf>
  /** Whether the trouble kept the form from being saved. */
  refused?: boolean
  notices?: readonly Finding[]
  /** The form that starts with the code. */
  start?: {
    code: ReturnType<typeof fieldView>
    /** What starts a household; null if that takes more than a page. */
    household: ReturnType<typeof firstHouseholdView> | null
    /** Whether a backup may be restored here. */
    takesBackup: boolean
    /** Whether that was just tried. */
    isRestoring: boolean
  }
  form?: ReturnType<typeof formView>
  link?: { address: string; text: string }
}

/** What the form shows. */
export interface FormFacts {
  code: string
  /** Sealed secrets of the form. */
  typed: string
  env: Environment
  stored: Entered
  /** What is in the fields. */
  entered: Entered
  faults: readonly SettingError[]
  /** Faults in words of their own. */
  said: ReadonlyMap<EnteredName, Message>
  wording: Wording
}

const inputs: Partial<Record<EnteredName, Field['input']>> = {
  PUBLIC_URL: 'url',
  CALENDAR: 'cards',
  CALDAV_URL: 'url',
  CALDAV_PASSWORD: 'password',
  CALDAV_ALLOW_PLAIN_HTTP: 'tick',
  SIGN_IN: 'cards',
  OIDC_ISSUER: 'url',
  OIDC_CLIENT_SECRET: 'password',
  ALLOWED_EMAILS: 'lines',
  GOOGLE_CLIENT_SECRET: 'password',
  MAIL_FROM: 'email',
}

const choices: Partial<
  Record<EnteredName, readonly [value: string, label: PlainKey, long: PlainKey][]>
> = {
  CALENDAR: [
    ['own', 'firstStart.own', 'firstStart.ownWhat'],
    ['caldav', 'firstStart.caldav', 'firstStart.caldavWhat'],
    ['google', 'firstStart.google', 'firstStart.googleWhat'],
  ],
  SIGN_IN: [
    ['accounts', 'firstStart.accounts', 'firstStart.accountsWhat'],
    ['google', 'firstStart.googleSignIn', 'firstStart.googleSignInWhat'],
    ['oidc', 'firstStart.oidc', 'firstStart.oidcWhat'],
  ],
}

/** The form with what is entered, stored and set elsewhere. Secrets are never in it. */
export function formView(facts: FormFacts) {
  const { env, stored, entered, code, typed } = facts
  const faults = fieldErrors(facts)
  const inUse = effectiveSettings(env, entered)
  return {
    ...Object.fromEntries(enteredNames.map(name => [name, settingView(name, facts, faults)])),
    code,
    typed,
    hasMail: facts.faults.some(({ name }) => name === 'SMTP_URL' || name === 'MAIL_FROM'),
    noMail: stored.SMTP_URL !== undefined && inUse['SMTP_URL'] === stored.SMTP_URL,
  }
}

function settingView(
  name: EnteredName,
  { env, stored, entered, wording }: FormFacts,
  faults: ReturnType<typeof fieldErrors>,
) {
  const { say, tell, knows } = wording
  const isFixed = isInEnvironment(env, name)
  const isSecret = secrets.has(name)
  const isKept = isSecret && !isFixed && (stored[name] ?? entered[name])
  const hint = `firstStart.hint.${name}`
  const hints = [
    knows(hint) ? tell({ key: hint, values: {} }) : [],
    isFixed ? say('firstStart.fixed') : [],
    isKept ? say('firstStart.kept') : [],
  ]
  const input = inputs[name] ?? 'code'
  const shown = {
    input,
    label: say(`firstStart.label.${name}`),
    hint: hints.flat().join(' '),
    choices: (choices[name] ?? []).map(([value, label, long]) => ({
      value,
      label: say(label),
      long: say(long),
    })),
    most: input === 'lines' ? 4000 : 1000,
    rows: 3,
    isFixed,
  }
  const value = isSecret ? '' : (effectiveSettings(env, entered)[name]?.trim() ?? '')
  return {
    ...fieldView(name, shown, { value, faults }),
    language: faults.find(({ field }) => field === name)?.language ?? '',
  }
}

/** What is wrong with the settings, in the language of the page where there are words for it. */
function fieldErrors({ faults, said, wording, env }: FormFacts) {
  return enteredNames.flatMap(field => {
    const own = said.get(field)
    const found = faults.find(({ name }) => name === field)
    if (own === undefined && found === undefined) return []
    // An operator who changes the environment needs the exact sentence.
    const exact = found && isInEnvironment(env, field)
    const plain = own ?? (found && !exact ? plainFault(found, wording) : null)
    return plain
      ? { field, text: wording.tell(plain), language: '' }
      : { field, text: found?.text ?? '', language: 'en' }
  })
}

function plainFault({ name, text }: SettingError, { knows }: Wording): Message | null {
  if (/^\w+ is (?:missing|empty)/.test(text)) return message('firstStart.missing')
  if (name === 'PUBLIC_URL' && text.includes('Start it with https://'))
    return message('firstStart.needsHttps')
  if (/^CALDAV_\w+ needs CALDAV_/.test(text)) return message('firstStart.nameAndPassword')
  if (text.startsWith('CALDAV_URL starts with http://')) return message('firstStart.plainHttp')
  const key = `firstStart.invalid.${name}`
  return knows(key) && / is not an? /.test(text) ? { key, values: {} } : null
}

/** All that is wrong, as lines above the form: the settings, and what calendar and sign-in answered. */
export function troubleOf(facts: FormFacts, problems: readonly Finding[]) {
  const { say } = facts.wording
  const ofFields = fieldErrors(facts).map(({ field, text, language }) => {
    const label = `${say(`firstStart.label.${field}`)}${say('punctuation.colon')}`
    return { id: field, text: language ? text : `${label} ${text}`, fix: '', language }
  })
  const others = facts.faults
    .filter(({ name }) => !isEnteredName(name))
    .map(({ text }) => ({ id: '', text, fix: say('firstStart.fixed'), language: 'en' }))
  const answers = problems.map(({ text, fix = '' }) => ({ id: '', text, fix, language: 'en' }))
  return [...ofFields, ...others, ...answers]
}

const engine = Handlebars.create()
templateWording(engine, { calendar: 'caldav', signIn: null })
fieldTemplates(engine)
const source = new URL('../../src/first-start/page.hbs', import.meta.url)
const template = engine.compile(readFileSync(source, 'utf8'), { strict: true })

const none = {
  lines: [],
  trouble: [],
  refused: false,
  notices: [],
  start: null,
  form: null,
  link: null,
}

/** Renders the page in its frame. */
export function render(
  frame: Awaited<ReturnType<typeof findAssets>> & { language: string },
  view: PageView,
): string {
  return template({ ...none, ...view, frame })
}
