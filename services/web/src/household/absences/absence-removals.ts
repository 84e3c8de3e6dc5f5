import type { Transaction } from '@night-routine/database/connection'
import {
  removeAbsence,
  removeAbsenceSource,
  type ChangeOrigin,
  type ChangeOutcome,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { Flash } from '../../plugins/flash.ts'
import { parseId } from '../../plugins/id.ts'

/** What removes an absence: a form, which leads back with a message, and `DELETE` at a path with an id. */
interface Removal {
  form: string
  /** The field of the form with the id. */
  field: string
  flash: Flash
  back: string
  path: string
  /** What it does, for the docs. */
  says: string
  /** @throws LocalizedHttpError for a text that is no id; 400 for the one of a field */
  run: (
    id: string,
    field?: string,
  ) => (trx: Transaction, by: ChangeOrigin) => Promise<ChangeOutcome>
}

const removesAbsence =
  (repeats: boolean): Removal['run'] =>
  (text, field) => {
    const says = field ? message('error.idOfAbsence', { field }) : message('error.nothing-here')
    const id = parseId(text, says, field)
    return (trx, by) => removeAbsence(trx, { id, repeats, ...by })
  }

const ofAbsence = { field: 'absence_id', flash: 'absence-removed', back: '/settings' } as const

/** Everything that can be removed from the absences of the household. */
export const absenceRemovals: Removal[] = [
  {
    ...ofAbsence,
    form: '/settings/absences/remove',
    path: '/api/absences/:id',
    says: 'Removes an absence.',
    run: removesAbsence(false),
  },
  {
    ...ofAbsence,
    form: '/settings/absences/repeating/remove',
    path: '/api/repeating-absences/:id',
    says: 'Removes a repeating absence.',
    run: removesAbsence(true),
  },
  {
    form: '/settings/absences/calendar/remove',
    field: 'source_id',
    flash: 'source-removed',
    back: '/settings#absences',
    path: '/api/absence-calendars/:id',
    says: 'Stops taking absences from a calendar, and removes those that came from it.',
    run: id => (trx, by) => removeAbsenceSource(trx, { id, ...by }),
  },
]
