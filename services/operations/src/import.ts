import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { connect } from '@night-routine/database/connection'
import { ChangeRefusedError } from '@night-routine/household'
import {
  importHousehold,
  ImportRefusal,
  mostBytes,
  previewImport,
  readCsv,
  readNightRoutine,
  readNightRoutineFile,
  readWithin,
  summarize,
  tooLarge,
  type ImportedHousehold,
  type ImportOptions,
  type ImportPlan,
} from '@night-routine/import'
import { wordingFor } from '@night-routine/wording'
import type { Command, CommandContext } from './command-context.ts'
import { databaseAddress } from './config.ts'

const usage = `import night-routine FILE [--apply]   brings in state.db of github.com/Belphemur/night-routine
import csv FILE [--apply]             brings in a CSV file: a date and a name on each line
FILE may be - for standard input. Without --apply nothing is written (--dry-run says the same).
  --parent-a NAME           who in the file is the first parent; may be repeated
  --parent-b NAME           who in the file is the second parent
  --babysitter NAME         who in the file is a babysitter; may be repeated
  --others-are-babysitters  every other name is a babysitter's`

const readers = {
  'night-routine': {
    fromFile: readNightRoutineFile,
    // The second file of a write in progress cannot come through a pipe.
    fromBytes: (bytes: Uint8Array) => readNightRoutine(bytes),
  },
  csv: { fromFile: async (path: string) => readCsv(await readWithin(path)), fromBytes: readCsv },
} satisfies Record<string, Reader>

interface Reader {
  fromFile: (path: string) => Promise<ImportedHousehold>
  fromBytes: (bytes: Uint8Array) => ImportedHousehold
}

/** Brings in what another program kept. */
const importCommand: Command = async (args, context) => {
  const asked = parse(args)
  if (asked === undefined) {
    context.print(usage)
    return 2
  }
  const { print, now } = context
  const url = databaseAddress(context.env)
  const options = { ...asked.options, takesEvents: context.env['CALENDAR']?.trim() !== 'caldav' }
  const db = connect({ url, applicationName: 'import', maxConnections: 1 })
  try {
    const imported = await read(asked, context)
    if (!asked.apply) {
      const plan = await previewImport(db, imported, { ...options, now: now() })
      print('Dry run: nothing is written. Add --apply to bring this in.\n')
      printPlan(plan, context)
      return 0
    }
    const actor = { kind: 'person', email: null } as const
    const by = { now: now(), actor, options }
    const { plan, changed } = await importHousehold(db, imported, by)
    printPlan(plan, context)
    print(
      changed ? '\nAll of this is written.' : '\nNothing to change: all of this is here already.',
    )
    return 0
  } catch (error) {
    const sentence = sentenceOf(error, asked.file)
    if (sentence === undefined) throw error
    print(sentence)
    return 1
  } finally {
    await db.destroy()
  }
}

export const commands = { import: importCommand }

interface Asked {
  reader: Reader
  file: string
  apply: boolean
  options: ImportOptions
}

/** What the words ask for; undefined if they are not right. */
function parse(args: readonly string[]): Asked | undefined {
  const name = { type: 'string', multiple: true } as const
  const mark = { type: 'boolean' } as const
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        apply: mark,
        'dry-run': mark,
        'parent-a': name,
        'parent-b': name,
        babysitter: name,
        'others-are-babysitters': mark,
      },
    })
    const [program = '', file, ...more] = positionals
    const both = values.apply === true && values['dry-run'] === true
    if (!isReader(program) || file === undefined || more.length > 0 || both) return undefined
    const { 'parent-a': a = [], 'parent-b': b = [], babysitter: babysitters = [] } = values
    const othersAreBabysitters = values['others-are-babysitters'] === true
    return {
      reader: readers[program],
      file,
      apply: values.apply === true,
      options: { parents: { a, b }, babysitters, othersAreBabysitters },
    }
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return undefined
    throw error
  }
}

function isReader(program: string): program is keyof typeof readers {
  return Object.hasOwn(readers, program)
}

async function read({ reader, file }: Asked, { input }: CommandContext) {
  if (file !== '-') return reader.fromFile(file)
  return reader.fromBytes(await readAll(input))
}

async function readAll(input: Readable | undefined): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of input ?? []) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > mostBytes) throw tooLarge()
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function sentenceOf(error: unknown, file: string): string | undefined {
  if (error instanceof ImportRefusal) return [error.message, ...hintFor(error)].join('\n')
  if (error instanceof ChangeRefusedError) return error.message
  // Of the file system, about the file.
  if (error instanceof Error && 'syscall' in error && 'path' in error)
    return `${file} cannot be read: ${error.message}`
  return undefined
}

function hintFor({ says: { key } }: ImportRefusal): string[] {
  return key === 'import.otherNames' || key === 'import.whoAreParents'
    ? ['Add --parent-a NAME --parent-b NAME, with the names as they are in the file.']
    : []
}

/** Prints the months as a table, and what is to be known besides. */
function printPlan(plan: ImportPlan, { print }: CommandContext): void {
  const { lead, columns, rows, notes } = summarize(plan, wordingFor('en'))
  const lines = [columns, ...rows]
  const widths = columns.map((_, column) =>
    Math.max(...lines.map(line => (line[column] ?? '').length)),
  )
  print(`${lead}\n`)
  for (const line of lines)
    print(
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column === 0 ? cell.padEnd(width) : cell.padStart(width)
        })
        .join('  '),
    )
  if (notes.length > 0) print('')
  for (const note of notes) print(`- ${note}`)
  if (plan.unknownNames.length > 0)
    print('- Add --babysitter NAME for each babysitter, or --others-are-babysitters.')
}
