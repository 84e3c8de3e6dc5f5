import type { TSchema } from 'typebox'
import { formats, type FormatName } from './formats.ts'

/** The value of a setting. */
export type SettingValue = string | number | boolean | readonly string[]

/** The parts of a JSON Schema that a setting may use; other parts are ignored. */
export interface Setting {
  readonly type?: 'string' | 'integer' | 'boolean' | 'array'
  readonly enum?: readonly string[]
  readonly format?: FormatName
  readonly minimum?: number
  readonly maximum?: number
  /** Items of a list are texts. */
  readonly items?: Setting
  readonly minItems?: number
  readonly default?: SettingValue
  readonly description?: string
  /** Its value is never printed and may come from a file. */
  readonly secret?: boolean
}

/** A typebox schema as a setting. */
export function asSetting(schema: TSchema): Setting {
  return schema
}

/** The accepted values in words that end a sentence: "a whole number from 0 to 65535". */
export function expectation(setting: Setting): string {
  const { type, format, minimum = '-∞', maximum = '∞' } = setting
  if (setting.enum) return `one of ${setting.enum.join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'array') return `a comma list, each ${expectation(setting.items ?? {})}`
  return format ? formats[format].expects : 'a text'
}

/** Parses the text of a variable strictly: no `0x10`, no `1e3`, no `yes`. Returns undefined for invalid text. */
export function readSetting(setting: Setting, text: string): SettingValue | undefined {
  if (setting.type === 'boolean')
    return text === 'true' ? true : text === 'false' ? false : undefined
  if (setting.type === 'integer') return readInteger(setting, text)
  if (setting.type === 'array') return readList(setting, text)
  return readText(setting, text)
}

function readText({ format, enum: words }: Setting, text: string): string | undefined {
  if (words) return words.includes(text) ? text : undefined
  return format ? formats[format].read(text) : text
}

function readInteger({ minimum = -Infinity, maximum = Infinity }: Setting, text: string) {
  const number = /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return number >= minimum && number <= maximum ? number : undefined
}

function readList({ items = {}, minItems = 0 }: Setting, text: string) {
  const parts = text.split(',').flatMap(part => part.trim() || [])
  const values = parts.flatMap(part => readText(items, part) ?? [])
  return values.length === parts.length && values.length >= minItems ? values : undefined
}
