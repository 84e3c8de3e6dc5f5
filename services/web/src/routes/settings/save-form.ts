import type { Transaction } from '@night-routine/database'
import {
  ChangeRefusedError,
  readHouseholdSettings,
  saveHouseholdSettings,
  type ChangeOrigin,
  type ChangeOutcome,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import { faultIn } from './typed-form.ts'
import { askedFor, formOf, type SettingsForm } from './settings-form.ts'

/**
 * Saves a form, unless the settings changed after the person opened it: two people saving at the same
 * time would silently overwrite each other. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `not-allowed`, with every fault; `changed-since`
 */
export async function saveForm(
  trx: Transaction,
  form: SettingsForm,
  by: ChangeOrigin,
): Promise<ChangeOutcome> {
  const current = await readHouseholdSettings(trx)
  const { settings, faults } = askedFor(form, current)
  if (faults.length > 0) throw new ChangeRefusedError('not-allowed', faults)
  if (form.seen !== '' && form.seen !== formOf(current).seen)
    throw new ChangeRefusedError('changed-since', [
      faultIn('seen', message('refusal.settingsChanged')),
    ])
  return saveHouseholdSettings(trx, { settings, ...by })
}
