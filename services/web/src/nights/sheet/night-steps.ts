import type { Database } from '@night-routine/database/connection'
import type { Assignment, ParentId } from '@night-routine/database/nights'
import { otherParent, parentIds, weightChoices } from '@night-routine/fairness'
import {
  besides,
  ChangeRefusal,
  isRepeating,
  longestNote,
  longestWord,
  movesIn,
  previewAbsence,
  previewNight,
  previewSwap,
  previewWeight,
  type FieldError,
  type Preview,
  type SwapPreview,
} from '@night-routine/household'
import { movesText, parentIn, type Person } from '@night-routine/wording'
import {
  absenceInSheet,
  everyWeeksChoices,
  parentIn as parentNamed,
  type AgainForm,
} from '../../plugins/absence-form.ts'
import { caregiverIn } from '../../text/caregiver-name.ts'
import { labelsOf } from '../../text/person-name.ts'
import { nextText, repeatingText } from '../../text/repeating-text.ts'
import type { MonthFacts } from '../home/month-view.ts'
import { nightLink, sheetAddress } from '../home/night-cell.ts'
import type { TonightAction } from '../home/tonight-view.ts'
import type { NightChoices } from './night-choices.ts'

/** What an address says of a choice. */
export interface AskedStep {
  choice: ChoiceName | undefined
  /** Who gets the night. */
  to: string
  sitter: string
  /** The other night of a swap. */
  swap: bigint | null
  /** What the night is to count; null is as usual, undefined is not chosen yet. */
  weight: number | null | undefined
  absence: AgainForm
}

/** What a choice would do: a swap with its two nights, an unlock with whom the plan would choose. */
type StepPreview = Preview & Partial<Pick<SwapPreview, 'nights'> & Pick<Assignment, 'caregiver'>>

/** A choice for a night before it is made. */
export interface NightStep {
  choice: ChoiceName
  asked: AskedStep
  /** Null where nothing is known yet, or would move. */
  preview: StepPreview | null
  faults?: readonly FieldError[]
}

interface Facts {
  selected: Assignment
  /** Which parent reads. */
  reader: ParentId | null
  now: Temporal.Instant
}

interface Context extends Pick<MonthFacts, 'month' | 'tonight' | 'people' | 'wording'> {
  /** What the reader can do if the parent who has tonight is away. */
  whenAway: TonightAction[]
  note: { note: string; shared: boolean; inCalendar: boolean }
}

/** A text, or one with a name whose writing direction is isolated. */
type Said = { text: string } | { key: string; name: Person; away?: true }

/** What the page of a choice says, and the form that makes it. */
interface Confirmation {
  says?: (Said | string | null)[]
  /** Where it is chosen what the night is swapped with, or counts. */
  links?: { address: string; label: string; chosen?: boolean }[]
  action?: string
  hidden?: Record<string, string>
  fields?: Field[]
  button?: Said
  back?: 'night.back' | 'night.swapBack' | 'night.weightBack'
  /** What an absence would change, which can be looked at before it is saved. */
  shown?: {
    fault: string | null
    /** When one that repeats comes. */
    again: string | null
    result: string | null
    tonight: string | null
    actions: TonightAction[]
  }
}

/** A field with a name and a label, and nothing else. */
const plainField = {
  value: '',
  longest: null as number | null,
  options: null as { value: string; label: string; chosen?: boolean }[] | null,
  /** Values to pick from, also others can be typed. */
  offers: null as string[] | null,
  isDate: false,
  isRequired: false,
  hint: null as string | null,
  /** A box, which is ticked or not. */
  ticked: false,
}

type Field = Partial<typeof plainField> & { name: string; label: string; id?: string }

interface Choice {
  /** Reads what it would do. @returns undefined where this night doesn't have it */
  read?(
    db: Database,
    asked: AskedStep,
    facts: Facts,
  ): Promise<Omit<NightStep, 'choice' | 'asked'> | undefined>
  /** Says it. @returns null where this night doesn't have it */
  say(
    night: Assignment,
    step: NightStep,
    choices: NightChoices,
    context: Context,
  ): Confirmation | null
}

const choices = {
  ask: {
    say({ caregiver }, _step, { returns, joined }, { people, wording }) {
      const { reader } = people
      if (!reader || caregiver !== reader || !joined) return null
      const name = parentIn(people, otherParent(reader))
      const nights = returns.map(other => ({
        value: other.id.toString(),
        label: wording.capital(wording.shortNight(other.night)),
      }))
      const none = { value: '', label: wording.say('night.askNoReturn') }
      const inReturn = { name: 'return_id', id: 'return', label: wording.say('night.askReturn') }
      return {
        says: [{ key: 'night.askWhat', name }],
        action: '/asks',
        fields: [
          { name: 'word', label: wording.say('night.askWord'), longest: longestWord },
          ...(nights.length === 0 ? [] : [{ ...inReturn, options: [none, ...nights] }]),
        ],
        button: { key: 'night.askName', name },
      }
    },
  },
  give: {
    async read(db, asked, { selected: { id, caregiver }, now }) {
      const to = parentNamed(asked.to)
      if (to === undefined || to === caregiver) return undefined
      return { preview: (await previewNight(db, { id, now })).give[to] }
    },
    say(night, { asked, preview }, _choices, context) {
      const to = parentNamed(asked.to) ?? 'a'
      const name = parentIn(context.people, to)
      const isAway = night.explanation?.away.includes(to) === true
      const after = { caregiver: to, babysitter: null }
      const move = { night: night.night, before: night, after }
      return {
        says: [
          isAway ? { key: 'night.away', name, away: true } : null,
          movesText([move], { ...context, conditional: true }),
          alsoMoves(preview, [night], context),
        ],
        action: '/nights/give',
        hidden: { to },
        button: { key: isAway ? 'night.giveAnyway' : 'night.giveTo', name },
      }
    },
  },
  swap: {
    async read(db, { swap: otherId }, { selected: { id }, now }) {
      return { preview: otherId === null ? null : await previewSwap(db, { id, otherId, now }) }
    },
    say(night, { preview }, { swappable }, context) {
      const { people, month, tonight, wording } = context
      if (preview?.nights === undefined)
        return {
          links: swappable.map(other => ({
            address: sheetAddress(nightLink(month, night), { swap: other.id.toString() }),
            label: wording.say('night.swapNight', {
              date: wording.capital(wording.night(other.night)),
              name: caregiverIn(other, people, wording),
            }),
          })),
          back: 'night.swapBack',
        }
      const [one, other] = preview.nights
      const swapped = [
        { ...one, after: other },
        { ...other, after: one },
      ]
      const moves = swapped.map(each => ({ night: each.night, before: each, after: each.after }))
      return {
        says: [
          movesText(moves, { ...context, conditional: true }),
          ...swapped
            .filter(({ explanation, after }) =>
              explanation?.away.some(each => each === after.caregiver),
            )
            .map(({ night: date, after }) => {
              const name = caregiverIn(after, people, wording)
              const on = wording.nightFrom(tonight, date)
              return { text: wording.say('night.awayOn', { name, night: on }), away: true }
            }),
          alsoMoves(preview, preview.nights, context),
        ],
        action: '/nights/swap',
        hidden: { other_id: other.id.toString() },
        button: { text: wording.say('night.swap') },
        back: 'night.swapBack',
      }
    },
  },
  babysitter: {
    async read(db, _asked, { selected: { id }, now }) {
      return { preview: (await previewNight(db, { id, now })).babysitter }
    },
    say(night, { asked, preview }, { sitters }, context) {
      const { say } = context.wording
      const field = {
        name: 'babysitter_name',
        id: 'babysitter-name',
        label: say('night.babysitter'),
      }
      return {
        says: [alsoMoves(preview, [night], context)],
        action: '/nights/babysitter',
        fields: [{ ...field, value: asked.sitter, longest: 80, offers: sitters, isRequired: true }],
        button: { text: say('night.book') },
      }
    },
  },
  away: {
    async read(db, { absence: form }, { reader, now }) {
      const asked = absenceInSheet(withReader(form, reader))
      if ('faults' in asked) return { preview: null, faults: form.to === '' ? [] : asked.faults }
      try {
        return { preview: await previewAbsence(db, { ...asked.absence, now }) }
      } catch (error) {
        if (!(error instanceof ChangeRefusal)) throw error
        return { preview: null, faults: error.faults }
      }
    },
    say(night, { asked, preview, faults = [] }, _choices, context) {
      const { people, month, wording } = context
      const { say } = wording
      const labels = labelsOf(people, wording)
      const form = withReader(asked.absence, people.reader ?? null)
      const [fault] = faults
      const parents = parentIds.map(value => ({
        value,
        label: labels[value],
        chosen: form.parent === value,
      }))
      const rhythms = everyWeeksChoices(wording).map(each => ({
        ...each,
        chosen: form.everyWeeks === each.value,
      }))
      const once = { value: '', label: say('night.awayOnce') }
      const first = { name: 'from', id: 'away-from', label: say('settings.firstNight') }
      const last = { name: 'to', id: 'away-to', label: say('settings.lastNight') }
      const again = { name: 'everyWeeks', id: 'away-again', label: say('night.awayAgain') }
      const stays = preview?.tonightStays ?? null
      return {
        action: '/settings/absences',
        hidden: {
          ...(month && { month: month.toString() }),
          night: night.id.toString(),
          choice: 'away',
          return: '/',
        },
        fields: [
          { name: 'parent', id: 'away-who', label: say('settings.who'), options: parents },
          { ...first, value: form.from, isDate: true, isRequired: true },
          { ...last, value: form.to, isDate: true, hint: say('settings.singleNight') },
          { ...again, options: [once, ...rhythms], hint: say('night.awayAgainHint') },
        ],
        button: { text: say('settings.save') },
        shown: {
          fault: fault === undefined ? null : fault.says ? wording.tell(fault.says) : fault.text,
          again: preview && againText(form, context),
          result: preview && allMoves(preview, context),
          tonight: stays && say('night.tonightStays', { name: parentIn(people, stays) }),
          actions: context.whenAway,
        },
      }
    },
  },
  unlock: {
    async read(db, _asked, { selected: { id }, now }) {
      const { unlock: preview } = await previewNight(db, { id, now })
      return preview === null ? undefined : { preview }
    },
    say(night, { preview }, { isOver }, context) {
      const { people, wording } = context
      const caregiver = preview?.caregiver ?? null
      const result = () => {
        if (isOver) return wording.say('night.unlockOver')
        if (caregiver === null) return wording.say('night.unlockToNobody')
        const name = caregiverIn({ ...night, caregiver }, people, wording)
        return caregiver === night.caregiver
          ? wording.say('night.unlockStays', { name })
          : wording.say('night.unlockTo', { name })
      }
      return {
        says: [result(), alsoMoves(preview, [night], context)],
        action: '/nights/unlock',
        button: { text: wording.say('night.unlock') },
      }
    },
  },
  weight: {
    async read(db, { weight }, { selected: { id }, now }) {
      return { preview: weight === undefined ? null : await previewWeight(db, { id, weight, now }) }
    },
    say(night, { asked: { weight }, preview }, { weight: own, usual }, context) {
      const { month, tonight, wording } = context
      if (weight === undefined || preview === null) {
        // As usual is said once, also where the night was set to what its weekday counts.
        const others = weightChoices.filter(value => value !== usual || value === own)
        return {
          links: [null, ...others].map(value => ({
            address: sheetAddress(nightLink(month, night), { weight: String(value ?? '') }),
            label:
              value === null
                ? wording.say('night.countsAsUsual', { weight: usual })
                : wording.say('night.counts', { weight: value }),
            chosen: value === own,
          })),
          back: 'night.weightBack',
        }
      }
      const date = wording.capital(wording.nightFrom(tonight, night.night))
      return {
        says: [
          weight === null
            ? wording.say('night.wouldCountAsUsual', { date })
            : wording.say('night.wouldCount', { date, weight }),
          allMoves(preview, context),
        ],
        action: '/nights/weight',
        hidden: { weight: String(weight ?? '') },
        button: { text: wording.say('settings.save') },
        back: 'night.weightBack',
      }
    },
  },
  note: {
    say(_night, _step, _choices, { note: { note, shared, inCalendar }, wording: { say } }) {
      const hint = [say('night.noteHint'), inCalendar ? say('night.noteInCalendar') : '']
      return {
        action: '/nights/note',
        fields: [
          {
            name: 'note',
            label: say('night.note'),
            value: note,
            longest: longestNote,
            hint: hint.join(' ').trim(),
          },
          { name: 'shared', label: say('night.noteShare'), ticked: shared },
        ],
        button: { text: say('night.noteSave') },
      }
    },
  },
} satisfies Record<string, Choice>

export type ChoiceName = keyof typeof choices

/** The choices for a night that have a page of their own: it says what they would do, and asks. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const choiceNames = Object.keys(choices) as ChoiceName[]

const tableOfChoices: Record<ChoiceName, Choice> = choices

/** The step that an address asks for, with what it would do; null without one, and for one that can't be. */
export async function readNightStep(db: Database, asked: AskedStep, facts: Facts) {
  const choice =
    asked.swap === null ? (asked.weight === undefined ? asked.choice : 'weight') : ('swap' as const)
  if (choice === undefined) return null
  const row = tableOfChoices[choice]
  const known = row.read ? await row.read(db, asked, facts) : { preview: null }
  return known === undefined ? null : { choice, asked, ...known }
}

/** What a choice for this night would do, and the form that makes it; null for one that this night doesn't have. */
export function nightStepView(
  night: Assignment,
  step: NightStep,
  offered: NightChoices,
  context: Context,
) {
  const said = tableOfChoices[step.choice].say(night, step, offered, context)
  if (said === null) return null
  const link = nightLink(context.month, night)
  return {
    id: link.id,
    night: night.night.toString(),
    back: sheetAddress(link),
    backSays: context.wording.say(said.back ?? 'night.back'),
    says: (said.says ?? [])
      .filter(each => each !== null)
      .map(each => ({ ...plainText, ...(typeof each === 'string' ? { text: each } : each) })),
    links: (said.links ?? []).map(each => ({ chosen: false, ...each })),
    action: said.action ?? null,
    hidden: { ...(step.choice !== 'away' && { assignment_id: link.id }), ...said.hidden },
    fields: (said.fields ?? []).map(field => ({
      ...plainField,
      id: field.name,
      ...field,
      isTick: field.ticked !== undefined,
      options: field.options?.map(each => ({ chosen: false, ...each })) ?? null,
    })),
    button: { ...plainText, ...said.button },
    shown: said.shown ?? null,
  }
}

const plainText = { text: '', key: null, name: null, away: false }

/** "Every other week, Fri, from Friday 4 December. Next: 4 December, 18 December and 1 January."; null where it comes once. */
function againText(form: AgainForm, context: Context): string | null {
  const asked = absenceInSheet(form)
  if ('faults' in asked || !isRepeating(asked.absence)) return null
  const when = context.wording.capital(repeatingText(asked.absence, context))
  return `${when}. ${nextText(asked.absence, context)}`
}

/** The absence as typed; the reader’s, unless it names a parent. */
function withReader(form: AgainForm, reader: ParentId | null): AgainForm {
  return { ...form, parent: form.parent || (reader ?? '') }
}

/** The nights that a choice would move besides its own; null if none. */
export function alsoMoves(
  preview: Pick<Preview, 'changed'> | null,
  own: readonly { night: Temporal.PlainDate }[],
  context: Pick<Context, 'people' | 'tonight' | 'wording'>,
): string | null {
  const others = besides(
    preview ?? { changed: [] },
    own.map(({ night }) => night),
  )
  if (others.length === 0) return null
  return context.wording.say('night.alsoMoves', { moves: wouldMove(others, context) })
}

/** What an absence or a weight would move: every night that changes, since neither moves the night itself. */
function allMoves({ changed }: Preview, context: Context): string {
  return changed.length > 0
    ? wouldMove(changed, context)
    : context.wording.say('settings.wouldChangeHands', { nights: 0 })
}

function wouldMove(
  changed: Preview['changed'],
  context: Pick<Context, 'people' | 'tonight' | 'wording'>,
): string {
  return movesText(movesIn(changed), { ...context, conditional: true })
}
