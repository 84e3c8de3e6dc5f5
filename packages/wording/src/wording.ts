import { datesIn } from './dates.ts'
import { explain, explainWithoutCounts, type ExplainedNight } from './explain.ts'
import { readTexts, supported } from './languages.ts'
import { speech, type KeysBelow } from './speech.ts'

/**
 * Messages, dates and numbers in one language. Nothing is escaped: that is up to the page, event or
 * note that uses the text.
 */
export interface Wording extends ReturnType<typeof load> {}

/** The providers of an installation, which messages name. */
export interface Providers {
  /** The calendar provider; its messages are `provider.<name>` and `calendarService.<name>`. */
  calendar: KeysBelow<'provider'>
  /** What the identity provider calls itself; null: people sign in at the installation itself. */
  signIn: string | null
}

const loaded = new Map<string, Wording>()

/**
 * The wording of a language by its tag; English for an unsupported one. Without `providers`, messages say "the
 * provider".
 */
export function wordingFor(language: string, providers?: Providers): Wording {
  const code = supported(language)
  const key = `${code} ${providers?.calendar} ${providers?.signIn}`
  const known = loaded.get(key) ?? load(code, providers)
  loaded.set(key, known)
  return known
}

function load(language: string, providers: Providers | undefined) {
  const names = [providers?.calendar ?? [], providers?.signIn === null ? 'accounts' : []].flat()
  // A text that a translation lacks is shown in English.
  const texts = textsFor(names, new Map([...readTexts('en'), ...readTexts(language)]))
  const unnamed = texts.get('unnamed.provider') ?? ''
  const calendar = providers?.calendar ?? ''
  const named = {
    provider: texts.get(`provider.${calendar}`) ?? unnamed,
    calendarService:
      texts.get(`calendarService.${calendar}`) ?? texts.get('unnamed.calendarService') ?? '',
    signInService: providers?.signIn ?? (providers ? 'Night Routine' : unnamed),
  }
  const locale = texts.get('language.locale') ?? language
  const lists = new Intl.ListFormat(locale)
  const list = (items: readonly string[]) => lists.format(items)
  const valueText = (value: string | Temporal.PlainDate) =>
    typeof value === 'string' ? value : dates.night(value)
  const said = speech(locale, texts, named, value =>
    value instanceof Temporal.PlainDate ? valueText(value) : list(value.map(valueText)),
  )
  const { say } = said
  const dates = datesIn(locale, {
    dayOfMonth: day => say('date.dayOfMonth', { day }),
    oneNight: night => say('date.oneNight', { night }),
    fromTo: (from, to) => say('date.fromTo', { from, to }),
    inYear: (night, year) => say('date.inYear', { night, year: String(year) }),
    justNow: say('status.justNow'),
  })
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const { compare } = new Intl.Collator(locale)
  return {
    ...dates,
    ...said,
    /** The code of the language, for `lang` and `Content-Language`. */
    language,
    /** The language's name for itself. */
    ownName: say('language.name'),
    /** "Alex, Robin and Kim" */
    list,
    /** "tonight", "Sunday" within a week, then "Sunday 29 November", for a sentence */
    nightFrom: (tonight: Temporal.PlainDate, night: Temporal.PlainDate) => {
      const { days } = tonight.until(night, { largestUnit: 'days' })
      if (days === 0) return say('date.tonight')
      const isSoon = days > 0 && days < 7
      const text = isSoon ? dates.weekday(night.dayOfWeek) : dates.night(night)
      return say('date.thatNight', { night: text })
    },
    /** "1,234", or "1.35": at most two decimals */
    number: (value: number) => numbers.format(value),
    /** Compares names in the language's sort order. */
    compare: (one: string, other: string) => compare(one, other),
    /** Why this person does the night: one sentence with the deciding numbers. */
    explain: (night: ExplainedNight) => explain(night, say, { ...dates, list }),
    /** The same without counts, so it stays true when other nights change. */
    explainWithoutCounts: (night: ExplainedNight) => explainWithoutCounts(night, say),
  }
}

/**
 * A message that reads differently for one calendar provider, or where people sign in at the installation itself, has
 * that name in front: `caldav.calendars.none`, `accounts.signIn.with`.
 */
function textsFor(names: readonly string[], texts: Map<string, string>): Map<string, string> {
  const prefixes = names.map(name => `${name}.`)
  const special = prefixes.flatMap(prefix =>
    [...texts]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, text]) => [key.slice(prefix.length), text] as const),
  )
  return new Map([...texts, ...special])
}
