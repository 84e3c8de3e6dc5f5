import type { Transaction } from '@night-routine/database/connection'
import { parentIds, weightChoices } from '@night-routine/fairness'
import {
  askAboutName,
  bookBabysitter,
  giveNight,
  lockNight,
  noteNight,
  swapNights,
  unlockNight,
  weighNight,
  type ChangeOrigin,
  type ChangeOutcome,
} from '@night-routine/household'
import { Type, type Static, type TProperties } from 'typebox'
import type { Flash } from '../../plugins/flash.ts'

/** A change of one night: `POST /nights/NAME` as a form, `POST /api/nights/:id/NAME` as JSON, and in the API's docs. */
export interface NightCommand<Fields extends TProperties = TProperties> {
  /** What it does, for the docs. */
  says: string
  /** What it asks for, as JSON. */
  fields: Fields
  /** The fields that have another name in the form; null: it doesn't have this one. */
  inForm?: Record<string, string | null>
  /** The form leads back into the night's sheet. */
  staysInSheet?: true
  run(trx: Transaction, given: Given, asked: Static<Type.TObject<Fields>>): Promise<NightOutcome>
  /** What a form does where a name is almost a parent's, instead of refusing it. */
  onNearName?(trx: Transaction, given: Given, asked: Static<Type.TObject<Fields>>): Promise<unknown>
}

type Given = ChangeOrigin & { id: bigint }

/** With the message of the page that the form leads to: of another night than this one, or of none. */
type NightOutcome = ChangeOutcome & { flash: Flash; goesTo?: bigint | null }

const command = <Fields extends TProperties>(one: NightCommand<Fields>) => one
const text = Type.String()

/** Every change of one night. */
export const nightCommands: Record<string, NightCommand> = {
  give: command({
    says: 'Gives the night, also an open one, to a parent, and locks it.',
    fields: { to: Type.Enum([...parentIds]) },
    run: async (trx, given, { to }) => ({
      ...(await giveNight(trx, { to, ...given })),
      flash: 'given',
    }),
  }),
  swap: command({
    says: 'Swaps the parents of this night and of the one with the id `with`, and locks both.',
    fields: { with: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) },
    inForm: { with: 'other_id' },
    run: async (trx, given, { with: other }) => {
      const outcome = await swapNights(trx, { otherId: BigInt(other), ...given })
      return { ...outcome, flash: outcome.stoodAlready ? 'swapped-already' : 'swapped' }
    },
  }),
  babysitter: command({
    says: 'Books a babysitter, as `POST /api/assignment-babysitter` does.',
    fields: { name: text, confirm: Type.Optional(Type.Boolean()) },
    inForm: { name: 'babysitter_name', confirm: null },
    run: async (trx, given, { name, confirm: confirmed = false }) => ({
      ...(await bookBabysitter(trx, { babysitter: { name }, confirmed, ...given })),
      flash: 'booked',
    }),
    onNearName: (trx, given, { name }) => askAboutName(trx, { name, ...given }),
  }),
  lock: command({
    says: 'Locks the night as it is.',
    fields: {},
    run: async (trx, given) => ({ ...(await lockNight(trx, given)), flash: 'locked' }),
  }),
  unlock: command({
    says: 'Lets the plan choose again; a past night keeps who did it. `night` is missing where nothing is planned so far ahead.',
    fields: {},
    run: async (trx, given) => {
      const outcome = await unlockNight(trx, given)
      const flash = outcome.isOver ? 'unlocked-over' : 'unlocked'
      return { ...outcome, flash, goesTo: outcome.night?.id ?? null }
    },
  }),
  note: command({
    says: 'Writes a note of up to 200 characters; an empty text removes it. With `shared`, people with a share link see it too.',
    fields: { note: text, shared: Type.Optional(Type.Boolean()) },
    staysInSheet: true,
    run: async (trx, given, { note, shared = false }) => {
      const outcome = await noteNight(trx, { note, shared, ...given })
      return { ...outcome, flash: outcome.note ? 'noted' : 'note-removed' }
    },
  }),
  weight: command({
    says: `Sets what the night counts: ${weightChoices.join(', ')}; null for as much as its weekday.`,
    fields: { weight: Type.Union([Type.Number(), Type.Null()]) },
    staysInSheet: true,
    run: async (trx, given, { weight }) => {
      const outcome = await weighNight(trx, { weight, ...given })
      const moved = outcome.changedNights.length > 0
      return { ...outcome, flash: moved ? 'settings-saved' : 'settings-saved-only' }
    },
  }),
}
