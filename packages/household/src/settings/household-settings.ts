import { nearName, sameName } from '@night-routine/calendar'
import { setting, type SettingToCheck } from '@night-routine/service'

const { integer, optional } = setting

/** Initial values of the household, from the environment; later the settings page changes them. */
export const householdSettings = {
  PARENT_A: optional('name', 'The first parent.'),
  PARENT_B: optional('name', 'The second parent.', { fault: namesError }),
  TIME_ZONE: optional('zone', 'The time zone of the household; UTC until a parent chooses one.'),
  LOOK_AHEAD_DAYS: integer([1, 365], 'How many nights are planned ahead.', { default: 42 }),
}

function namesError({ value, others }: SettingToCheck): string | undefined {
  const [a, b] = [String(others['PARENT_A'] ?? ''), String(value)]
  if (sameName(a, b))
    return 'PARENT_A and PARENT_B are the same name. Give each parent a different name.'
  if (!nearName(a, b)) return undefined
  return `PARENT_A and PARENT_B: ${a} and ${b} are so alike that the calendar could mix them up. Add a surname or an initial to one of them.`
}
