import type { TObject } from 'typebox'
import { asSetting, expectation } from './setting.ts'

/** One row of the settings table in the documentation. */
export interface SettingDescription {
  readonly name: string
  readonly description: string
  /** The accepted values in words: "a whole number from 0 to 65535". */
  readonly expects: string
  /** As written in the environment; null without a default. */
  readonly default: string | null
  readonly required: boolean
  /** A secret may also be given as `NAME_FILE`. */
  readonly secret: boolean
}

/** The settings of a schema, in its order, as rows for the documentation. */
export function describeSettings(schema: TObject): SettingDescription[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const setting = asSetting(property)
    const fallback = String(setting.default ?? '')
    return {
      name,
      description: setting.description ?? '',
      expects: expectation(setting),
      default: fallback === '' ? null : fallback,
      required: setting.default === undefined && (schema.required ?? []).includes(name),
      secret: setting.secret === true,
    }
  })
}
