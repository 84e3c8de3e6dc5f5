import { readFileSync } from 'node:fs'
import type { Finding } from '@night-routine/operations'
import { templateWording } from '@night-routine/web'
import { message, type Message, type PlainKey, type Wording } from '@night-routine/wording'
import type { Environment } from '@night-routine/service'
import Handlebars from 'handlebars'
import type { SettingFault } from './check.ts'
import {
  effectiveSettings,
  enteredNames,
  isEnteredName,
  isInEnvironment,
  secrets,
  type Entered,
  type EnteredName,
} from './settings.ts'

/** The page, in one of its states. Fields that a state does not need are null or empty. */
export interface PageView {
  title: string
  lines: readonly string[]
  trouble: readonly TroubleView[]
  /** Whether the trouble kept the form from being saved. */
  refused: boolean
  notices: readonly Finding[]
  asksCode: boolean
  form: FormView | null
  link: { address: string; text: string } | null
}

interface TroubleView {
  /** The field that it is about. */
  id: string | null
  text: string
  fix: string | null
  /** If it is not the page's. */
  language: string | null
}

type FormView = Record<EnteredName, FieldView> & {
  code: string
  typed: string
  hasMail: boolean
  noMail: boolean
}

/** A field, or a choice between cards. */
interface FieldView {
  id: string
  label: string
  hint: string | null
  fault: { text: string; language: string | null } | null
  describedBy: string
  value: string
  type: string
  autocomplete: string
  /** Whether the environment sets it. */
  isFixed: boolean
  isTick: boolean
  isOn: boolean
  isLong: boolean
  choices: readonly { value: string; label: string; what: string; chosen: boolean }[]
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
  faults: readonly SettingFault[]
  /** Faults in words of their own. */
  said: ReadonlyMap<EnteredName, Message>
  wording: Wording
}

const types: Partial<Record<EnteredName, string>> = {
  PUBLIC_URL: 'url',
  CALDAV_URL: 'url',
  OIDC_ISSUER: 'url',
  CALDAV_PASSWORD: 'password',
  OIDC_CLIENT_SECRET: 'password',
  GOOGLE_CLIENT_SECRET: 'password',
  MAIL_FROM: 'email',
}

const choices: Partial<
  Record<EnteredName, readonly [value: string, label: PlainKey, what: PlainKey][]>
> = {
  CALENDAR: [
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
export function formView(facts: FormFacts): FormView {
  const { env, stored, entered, code, typed } = facts
  const fields = enteredNames.map(name => [name, fieldView(name, facts)] as const)
  const inUse = effectiveSettings(env, entered)
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
    ...(Object.fromEntries(fields) as Record<EnteredName, FieldView>),
    code,
    typed,
    hasMail: facts.faults.some(({ name }) => name === 'SMTP_URL' || name === 'MAIL_FROM'),
    noMail: stored.SMTP_URL !== undefined && inUse['SMTP_URL'] === stored.SMTP_URL,
  }
}

function fieldView(name: EnteredName, facts: FormFacts): FieldView {
  const { env, stored, entered, wording } = facts
  const isFixed = isInEnvironment(env, name)
  const isSecret = secrets.has(name)
  const value = effectiveSettings(env, entered)[name]?.trim() ?? ''
  const hintKey = `firstStart.hint.${name}`
  const hints = [
    wording.knows(hintKey) ? wording.tell({ key: hintKey, values: {} }) : [],
    isFixed ? wording.say('firstStart.fixed') : [],
    isSecret && !isFixed && (stored[name] ?? entered[name]) ? wording.say('firstStart.kept') : [],
  ].flat()
  const fault = faultOf(name, facts)
  const ids = [fault === null ? [] : `${name}-fault`, hints.length === 0 ? [] : `${name}-hint`]
  return {
    id: name,
    label: wording.say(`firstStart.label.${name}`),
    hint: hints.join(' '),
    fault,
    describedBy: ids.flat().join(' '),
    value: isSecret ? '' : value,
    type: types[name] ?? '',
    autocomplete: types[name] === 'password' ? 'new-password' : 'off',
    isFixed,
    isTick: name === 'CALDAV_ALLOW_PLAIN_HTTP',
    isOn: value === 'true',
    isLong: name === 'ALLOWED_EMAILS',
    choices: (choices[name] ?? []).map(([one, label, what]) => ({
      value: one,
      label: wording.say(label),
      what: wording.say(what),
      chosen: value === one,
    })),
  }
}

/** What is wrong with a setting, in the language of the page where there are words for it. */
function faultOf(
  name: EnteredName,
  { faults, said, wording, env }: FormFacts,
): { text: string; language: string | null } | null {
  const own = said.get(name)
  if (own !== undefined) return { text: wording.tell(own), language: null }
  const fault = faults.find(one => one.name === name)
  if (fault === undefined) return null
  const plain = plainFault(fault, wording)
  // An operator who changes the environment needs the exact sentence.
  if (plain === null || isInEnvironment(env, name)) return { text: fault.text, language: 'en' }
  return { text: wording.tell(plain), language: null }
}

function plainFault({ name, text }: SettingFault, { knows }: Wording): Message | null {
  if (/^\w+ is (?:missing|empty)/.test(text)) return message('firstStart.missing')
  if (name === 'PUBLIC_URL' && text.includes('Start it with https://'))
    return message('firstStart.needsHttps')
  if (/^CALDAV_\w+ needs CALDAV_/.test(text)) return message('firstStart.nameAndPassword')
  if (text.startsWith('CALDAV_URL starts with http://')) return message('firstStart.plainHttp')
  const key = `firstStart.invalid.${name}`
  return knows(key) && / is not an? /.test(text) ? { key, values: {} } : null
}

/** All that is wrong, as lines above the form: the settings, and what calendar and sign-in answered. */
export function troubleOf(facts: FormFacts, problems: readonly Finding[]): TroubleView[] {
  const { wording, faults } = facts
  const ofFields = enteredNames.flatMap(name => {
    const fault = faultOf(name, facts)
    if (fault === null) return []
    const label = `${wording.say(`firstStart.label.${name}`)}${wording.say('punctuation.colon')}`
    return {
      ...fault,
      id: name,
      text: fault.language ? fault.text : `${label} ${fault.text}`,
      fix: null,
    }
  })
  const others = faults
    .filter(({ name }) => !isEnteredName(name))
    .map(({ text }) => ({ id: null, text, fix: wording.say('firstStart.fixed'), language: 'en' }))
  const answers = problems.map(({ text, fix = null }) => ({ id: null, text, fix, language: 'en' }))
  return [...ofFields, ...others, ...answers]
}

const folder = new URL('../../src/first-start/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

const engine = Handlebars.create()
templateWording(engine, { calendar: 'caldav', signIn: null })
engine.registerPartial('field', read('field.hbs'))
engine.registerPartial('choice', read('choice.hbs'))
const template = engine.compile<PageView & { frame: Frame }>(read('page.hbs'), { strict: true })

/** What surrounds the page. */
export interface Frame {
  language: string
  stylesheet: string
  icon: string
}

/** Renders the page; what a state does not name is not there. */
export function render(frame: Frame, view: Partial<PageView> & Pick<PageView, 'title'>): string {
  const none = {
    lines: [],
    trouble: [],
    refused: false,
    notices: [],
    asksCode: false,
    form: null,
    link: null,
  }
  return template({ ...none, ...view, frame })
}
