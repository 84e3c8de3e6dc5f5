import t from 'tap'
import { drawDiagram } from '../../src/rendering/diagrams.ts'
import { html } from './page.ts'
import { readHtml } from './read-html.ts'

const draw = (source: string) => drawDiagram(source, {})

/** The texts of a diagram; undefined for a box. */
const texts = (source: string) => {
  const page = html(`\`\`\`mermaid\n${source}\n\`\`\``)
  return /<svg role="img" aria-label="([^"]*)"/.exec(page)?.[1]
}

/** The connections of a flowchart, by the numbers of its nodes. */
const edges = (source: string) =>
  [...(draw(source) ?? '').matchAll(/class="edge" data-from="(\w+)" data-to="(\w+)"/g)]
    .map(([, from, to]) => `${from}-${to}`)
    .toSorted()

t.test('a diagram is a picture with its texts, and its source folded', async t => {
  const page = html('```mermaid\ngraph LR\nA[Bath & bed] --> B\n```')
  t.match(
    page,
    /^<div class="box">\n<div class="scroll diagram" tabindex="0" role="group" aria-label="Diagram">\n<svg role="img" aria-label="Bath &amp; bed, B"/,
  )
  t.match(page, /<\/svg>\n<\/div>\n<details>\n<summary><span>Show the source<\/span>/)
  t.notMatch(page, /style=|<style|class="node|data-/)
  t.match(html('```mermaid\ngraph LR\nA\n```', { language: 'fr' }), 'aria-label="Diagramme"')
  const ids = readHtml(page).flatMap(({ attributes: { id = '' } }) => (id === '' ? [] : [id]))
  for (const id of ids) t.match(id, /^d-[0-9a-f]{8}-/)
  t.ok(page.includes(`marker-end="url(#${ids[0]})"`))
})

t.test('draws five kinds', async t => {
  for (const [source, shown] of [
    ['sequenceDiagram\nparticipant C as Child\nC->>Parent: One more?', 'One more?, Child, Parent'],
    ['sequenceDiagram\nautonumber\na->>b: x y\nb-->>a: z w', '1. x y, 2. z w, a, b'],
    [
      'stateDiagram-v2\n[*] --> Awake\nAwake --> Asleep : two stories',
      'two stories, Awake, Asleep',
    ],
    ['classDiagram\nPerson <|-- Parent\nPerson : +sing()', 'Person, + sing(), Parent'],
    ['erDiagram\nPARENT ||--o{ NIGHT : does', 'PARENT, (no attributes), NIGHT, does'],
    [
      '---\ntitle: x\n---\n%%{init: {}}%%\n%% remark\ngraph\nclassDef big fill:red\nA:::big\nclass A big',
      'A',
    ],
  ] as const)
    t.equal(texts(source), shown, source)
})

t.test('reads the forms of a flowchart', async t => {
  for (const [source, found, shown] of [
    ['graph TD;\nA-->B;B--->C', ['n0-n1', 'n1-n2'], 'A, B, C'],
    ['graph TD; A-->B & C', ['n0-n1', 'n0-n2'], 'A, B, C'],
    [
      'flowchart LR\nA --yes or no--> B ---|maybe| C',
      ['n0-n1', 'n1-n2'],
      'yes or no, maybe, A, B, C',
    ],
    [
      'flowchart LR\nA -. x .-> B == y ==> C -.- D === E',
      ['n0-n1', 'n1-n2', 'n2-n3', 'n3-n4'],
      'x, y, A, B, C, D, E',
    ],
    ['flowchart LR\nA <--> B', ['n0-n1'], 'A, B'],
    ['graph LR\nA --> B\nB["the [last] (text)"]', ['n0-n1'], 'A, the [last] (text)'],
    ['graph LR\nпапа-ночь-->夜["`ночь`"]', ['n0-n1'], 'папа-ночь, ночь'],
    ['graph LR\nA[/x/] --> B[\\y\\] --> C[/z\\]', ['n0-n1', 'n1-n2'], 'x, y, z'],
    [
      'graph LR\nx --> G\nsubgraph G [A group]\na --> b\nend',
      ['n0-n1', 'n2-n3'],
      'A group, x, a, b',
    ],
  ] as const) {
    t.same(edges(source), found, source)
    t.equal(texts(source), shown, source)
  }
})

t.test('what it could only draw wrong stays a box', async t => {
  for (const source of [
    '',
    'A --> B',
    'pie title x\n"a" : 1',
    'graph LR\nA --o B',
    'graph LR\nA@{ shape: cyl }',
    'graph LR\nA[open',
    'graph LR\nA --> ',
    'stateDiagram-v2\na --> b\nnote right of a : a remark',
    'stateDiagram-v2\nstate a <<choice>>\na --> b',
    'stateDiagram-v2\nstate c {\na --> b\n--\nd --> e\n}',
    'sequenceDiagram\nPeer one->>b: x y',
    'classDiagram\nA o--> B',
    'erDiagram\nA ||--|| B',
  ])
    t.equal(texts(source), undefined, source)
})

t.test('no script, style or address comes through a diagram', async t => {
  const evil = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><a href="javascript:alert(1)">x</a>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    ']]></text><style>*{}</style>',
    'url(https://evil.example)',
  ]
  for (const text of evil)
    for (const source of [
      `graph LR\nA["${text.replaceAll('"', "'")}"] -->|${text}| B\nstyle A fill:url(https://evil.example)`,
      `graph LR\nA[x] --> B\nclick A href "javascript:alert(1)"`,
      `sequenceDiagram\na->>b: ${text}`,
      `stateDiagram-v2\na : ${text}`,
      `classDiagram\nA : ${text}`,
      `erDiagram\nA ||--|| B : ${text}`,
    ]) {
      const page = html(`\`\`\`mermaid\n${source}\n\`\`\``)
      for (const { tag, attributes } of readHtml(page)) {
        t.match(
          tag,
          /^(?:div|details|summary|span|pre|code|svg|g|defs|marker|[a-z]*line|polygon|path|rect|circle|ellipse|text|tspan)$/,
        )
        const { 'aria-label': _spoken, ...others } = attributes
        t.notMatch(Object.keys(others).join(' '), /(?:^| )(?:on|style|href|src)/)
        t.notMatch(Object.values(others).join(' '), /url\((?!#d-)|script/)
      }
    }
  const forged = html(
    '<img class="diagram" alt="<svg onload=&quot;x&quot;><script>x</script><a href=&quot;javascript:x&quot;>y</a></svg>">',
  )
  t.notMatch(forged, /script|onload|href/)
})

const chain = (count: number) =>
  `graph LR\n${Array.from({ length: count }, (_, at) => `n${at} --> n${at + 1}`).join('\n')}`

t.test('large diagrams stay a box, and many in a note', async t => {
  t.ok(draw(chain(60)))
  t.equal(draw(chain(61)), undefined)
  const many = Array.from({ length: 21 }, (_, at) => `n${at}`).join(' & ')
  t.ok(draw(`graph LR\n${many} --> b`))
  t.equal(draw(`graph LR\n${many} & c --> b`), undefined)
  t.equal(draw(`graph LR\nA[${'x'.repeat(400)}]`), undefined)
  const env = {}
  const drawn = [1, 2, 3].map(() => drawDiagram(chain(50), env) !== undefined)
  t.same(drawn, [true, true, false])
})
