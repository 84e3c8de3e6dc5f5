import type { Parent, ParentId } from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import {
  isEmpty,
  packImport,
  summarize,
  type ImportedHousehold,
  type ImportOptions,
  type ImportPlan,
} from '@night-routine/import'
import { parentNames, type Wording } from '@night-routine/wording'
import { fieldView } from '../../plugins/fields.ts'

/** What a person says about the names in a file, as form text. */
export interface NamesForm {
  parent_a: string
  parent_b: string
  /** Empty unless every other name is a babysitter's. */
  others: string
}

/** Nothing said. */
export const noNames: NamesForm = { parent_a: '', parent_b: '', others: '' }

interface ImportViewFacts {
  imported?: ImportedHousehold | undefined
  form?: NamesForm
  plan?: ImportPlan
  trouble?: string
  parents: Record<ParentId, Parent>
  wording: Wording
}

/** What the names of a form mean for an import. */
export function optionsOf({ parent_a: a, parent_b: b, others }: NamesForm): ImportOptions {
  return { parents: { a: listed(a), b: listed(b) }, othersAreBabysitters: others !== '' }
}

function listed(name: string): string[] {
  return name === '' ? [] : [name]
}

/** The page without a file, with what a file would bring in, or with what is wrong. */
export function importView(facts: ImportViewFacts) {
  const { imported, wording, trouble = '' } = facts
  return {
    title: wording.say(imported === undefined ? 'import.title' : 'import.preview'),
    trouble,
    found: imported === undefined ? null : foundView(imported, facts),
  }
}

function foundView(
  imported: ImportedHousehold,
  { form = noNames, plan, parents, wording }: ImportViewFacts,
) {
  const isSaid = form.parent_a + form.parent_b !== ''
  const hasOthers = form.others !== ''
  return {
    packed: packImport(imported),
    ...planView(plan, wording),
    /** Who in the file is each parent; empty where that is clear. */
    parents:
      plan === undefined || isSaid
        ? parentFields(imported, { form, names: parentNames(parents, wording), wording })
        : [],
    others: {
      shown: plan === undefined || plan.unknownNames.length > 0 || hasOthers,
      chosen: hasOthers,
    },
  }
}

/** Without a plan; with one, the nights of each month, and their sum: "Alex 14, Robin 15, Skipped 1". */
function planView(plan: ImportPlan | undefined, wording: Wording) {
  if (plan === undefined)
    return { lead: '', months: [], notes: [], isEmpty: false, mayApply: false }
  const { lead, columns, rows, notes } = summarize(plan, wording)
  const [, ...labels] = columns
  return {
    lead,
    months: rows.map(([month = '', ...cells]) => ({
      month,
      nights: cells
        .flatMap((value, index) => (value === '0' ? [] : `${labels[index]} ${value}`))
        .join(', '),
    })),
    notes,
    isEmpty: isEmpty(plan),
    mayApply: !isEmpty(plan),
  }
}

/** More names than this are no list to choose from. */
const mostNames = 100

function parentFields(
  { names, nights }: ImportedHousehold,
  facts: { form: NamesForm; names: Record<ParentId, string>; wording: Wording },
) {
  const { say } = facts.wording
  const all = new Set([...(names ? [names.a, names.b] : []), ...nights.map(({ name }) => name)])
  const choices = [
    { value: '', label: say('import.sameName') },
    ...[...all].slice(0, mostNames).map(value => ({ value, label: value })),
  ]
  return parentIds.map(id => {
    const field = `parent_${id}` as const
    const label = say('import.whoInFile', { name: facts.names[id] })
    return fieldView(field, { label, input: 'choice', choices }, { value: facts.form[field] })
  })
}
