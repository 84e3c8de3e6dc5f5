import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { wordingFor } from '@night-routine/wording'
import Handlebars from 'handlebars'
import t from 'tap'
import { providers } from '../providers.ts'
import { templateWording } from '../../src/plugins/template-wording.ts'

const root = fileURLToPath(new URL('../../src/', import.meta.url))
const english = JSON.parse(
  readFileSync(new URL('../../../../packages/wording/languages/en.json', import.meta.url), 'utf8'),
) as Record<string, string>

/** Every message in a template: its key and its arguments. */
function saidIn(template: string): { key: string; values: string[] }[] {
  const found: { key: string; values: string[] }[] = []
  class Reader extends Handlebars.Visitor {
    #read({ path, params, hash }: hbs.AST.MustacheStatement | hbs.AST.SubExpression) {
      const helper = 'original' in path ? path.original : ''
      const [key] = params
      if (helper !== 't' && helper !== 'tNames') return
      found.push({
        key: key && 'value' in key ? String(key.value) : 'no text',
        values: (hash?.pairs ?? []).map(pair => pair.key).toSorted(),
      })
    }
    override MustacheStatement(statement: hbs.AST.MustacheStatement) {
      this.#read(statement)
      super.MustacheStatement(statement)
    }
    override SubExpression(expression: hbs.AST.SubExpression) {
      this.#read(expression)
      super.SubExpression(expression)
    }
  }
  new Reader().accept(Handlebars.parse(template))
  return found
}

/** Arguments that the wording fills in. */
const filledIn = new Set(['provider', 'calendarService', 'signInService'])

/** The arguments of a message that a template gives. */
function asked(text: string) {
  // A select looks at the companion of a person, which the wording fills in.
  const people = [...text.matchAll(/\{(\w+)Is, select/g)].map(([, name]) => name ?? '')
  const plain = text.replaceAll(/\{\w+Is, select/g, '')
  const names = [...plain.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name ?? '')
  const choices = plain.replace(/\{(\w+), plural,/g, '')
  const given = [...new Set(names)].filter(name => !filledIn.has(name))
  const said = given.filter(name => plain.includes(`{${name},`) || choices.includes(`{${name}}`))
  return [...new Set([...people, ...said])]
}

t.test('templates use existing messages with their arguments', async t => {
  for (const file of globSync('**/*.hbs', { cwd: root }))
    for (const { key, values } of saidIn(readFileSync(root + file, 'utf8'))) {
      const text = english[key]
      t.ok(text !== undefined, `${file}: ${key}`)
      t.same(values, asked(text ?? '').toSorted(), `${file}: values of ${key}`)
    }
})

const render = (template: string, view: object) => {
  const engine = Handlebars.create()
  templateWording(engine, providers)
  return engine.compile(template, { strict: true })({ frame: { language: 'fr' }, ...view })
}

t.test('escapes values, and isolates names on request', async t => {
  const name = '<b>"Zoë"</b>'
  t.equal(
    render('{{t "night.giveTo" name=name}}', { name }),
    'Confier à &lt;b&gt;&quot;Zoë&quot;&lt;/b&gt;',
  )
  t.equal(
    render('{{tNames "night.giveTo" name=name}}', { name }),
    'Confier à <bdi>&lt;b&gt;&quot;Zoë&quot;&lt;/b&gt;</bdi>',
  )
  t.equal(
    render('{{#each all}}{{t "night.close"}}{{/each}}', { all: [1] }),
    wordingFor('fr').say('night.close'),
  )
})

t.test('an unknown message or a missing value is an error', async t => {
  t.throws(() => render('{{t "night.nothing"}}', {}))
  t.throws(() => render('{{t "night.giveTo"}}', {}))
  t.throws(() => render('{{t "night.giveTo" name=missing}}', {}))
})
