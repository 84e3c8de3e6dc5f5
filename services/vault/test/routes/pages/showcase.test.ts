import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { published } from '../../published-site.ts'
import { readHtml, type Element } from '../../rendering/read-html.ts'

const folder = join(import.meta.dirname, '../../showcase')
const files = globSync('**/*.*', { cwd: folder }).map(path => path.normalize('NFC'))
const base = '/s/notes/'

/** Something that a reader sees of a note. */
type Look = (elements: Element[], page: string) => unknown

const texts = (elements: Element[]) => elements.map(({ text }) => text.trim())
const ofClass = (elements: Element[], name: string) =>
  elements.filter(({ attributes }) => attributes['class']?.split(' ').includes(name))
const ofTag = (elements: Element[], name: string) => elements.filter(({ tag }) => tag === name)

/** The links of the note, without the address of the site. */
const links: Look = elements =>
  ofTag(elements, 'a')
    .filter(({ attributes }) => attributes['href'] !== undefined)
    .map(({ text, attributes }) => {
      const href = decodeURI(attributes['href'] ?? '')
      return `${text}: ${href.startsWith(base) ? href.slice(base.length) : href}`
    })
const sources =
  (...tags: string[]): Look =>
  elements =>
    elements
      .filter(({ tag }) => tags.includes(tag))
      .map(({ tag, attributes: { src = '', alt = '' } }) =>
        `${tag} ${src.slice(base.length)} ${alt}`.trim(),
      )
const classes =
  (tag: string): Look =>
  elements =>
    ofTag(elements, tag).map(({ attributes }) => attributes['class'] ?? '')
const boxes: Look = elements => [
  texts(ofClass(elements, 'box-title')),
  texts(ofTag(elements, 'pre')).map(source => source.split('\n')[0]),
]
const paragraphs: Look = elements => texts(ofTag(elements, 'p'))
/** What stands below the note. */
const foot: Look = (_elements, page) =>
  texts(
    readHtml(page.slice(page.indexOf('<footer'), page.indexOf('</footer>') + 9)).filter(({ tag }) =>
      ['time', 'a', 'h2'].includes(tag),
    ),
  )
const directions: Look = elements =>
  elements
    .filter(({ attributes }) => attributes['dir'] !== undefined)
    .map(({ tag, attributes }) => `${tag} ${attributes['dir']}`)

/** For each note of the showcase what would be different if its feature broke. */
const notes: Record<string, [look: Look, expected: unknown][]> = {
  'Line breaks': [[elements => ofClass(elements, 'soft').length, 1]],
  Colours: [
    [classes('span'), ['blue', 'orange', 'green']],
    [elements => texts(ofClass(elements, 'banner')), ['Tonight\nRobin']],
  ],
  Comments: [[paragraphs, ['What is said  to the author is not shown.', 'But %%in code%% is.']]],
  Footnotes: [[links, ['[1]: #fn1', '[2]: #fn2', '↩︎: #fnref1', '↩︎: #fnref2']]],
  Code: [
    [classes('code'), ['', 'language-ts', 'language-css', 'language-sh', '']],
    [
      elements => texts(ofClass(elements, 'hljs-comment')),
      ['/** The parent of a night. */', '// 42 is not the answer'],
    ],
  ],
  Formulas: [
    [elements => ofTag(elements, 'math').length, 14],
    [
      elements =>
        ofTag(elements, 'math').filter(({ attributes }) => attributes['display'] === 'block')
          .length,
      4,
    ],
    [elements => texts(ofClass(elements, 'unread')), [String.raw`$\unknown{x}$`]],
    [
      elements => texts(ofTag(elements, 'td')),
      ['circle', 'πr2', 'square', '|a|2', 'other', '∫011−x2dx'],
    ],
    [elements => texts(ofTag(elements, 'p'))[0]?.endsWith('It costs $9, and two cost $17.'), true],
  ],
  Callouts: [
    [
      elements =>
        elements
          .flatMap(
            ({ attributes }) =>
              /^callout callout-(\w+)$/.exec(attributes['class'] ?? '')?.[1] ?? [],
          )
          .join(' '),
      'note tip success question warning danger example quote abstract info todo failure bug tip question todo warning',
    ],
    [
      elements => texts(ofClass(elements, 'callout-title')).slice(13),
      [
        'With words for a theme',
        'A folded one: may they have chocolate after brushing?',
        'An open one',
        'One in another',
      ],
    ],
    [
      elements =>
        ofTag(elements, 'details').map(({ attributes }) => attributes['open'] !== undefined),
      [false, true],
    ],
  ],
  Tasks: [
    [
      elements =>
        ofClass(elements, 'task')
          .map(({ attributes }) => attributes['aria-label'] ?? 'other')
          .join(', '),
      'To do, Done, Cancelled, Moved to another day, Scheduled, Started, Important, Question, Star, Quote, Place, Bookmark, Information, Savings, Idea, For, Against, Urgent, Key, Win, Up, Down, other, Done, To do',
    ],
  ],
  Mermaid: [[boxes, [['Mermaid diagram'], ['graph LR']]]],
  Queries: [
    [elements => texts(ofTag(elements, 'p'))[0], 'How much we need them: 9 of 10, on –.'],
    [
      boxes,
      [
        [
          'Dataview query',
          'Dataview script',
          'Search in the notes',
          'Task query',
          'Table of notes',
        ],
        [
          'TABLE assignee FROM #nights WHERE date &gt;= date(today) SORT date',
          "dv.list(dv.pages('#nights').map(page =&gt; page.file.link))",
          'tag:#nights path:Trips',
          'not done',
          'filters: file.hasTag(&quot;nights&quot;)',
        ],
      ],
    ],
  ],
  'Other sites': [
    [
      elements => texts(ofClass(elements, 'box-title')),
      [
        'Video on another site: The song of the whale',
        'Post on another site: https://x.com/night_routine/status/1',
      ],
    ],
    [
      links,
      [
        'The song of the whale: https://www.youtube.com/watch?v=whale',
        'https://x.com/night_routine/status/1: https://x.com/night_routine/status/1',
        'player.example: https://player.example/embed/1',
        'A picture on another host: https://example.org/whale.png',
      ],
    ],
    [sources('img', 'iframe', 'video'), []],
  ],
  'Board.canvas': [
    [elements => texts(ofTag(elements, 'pre')).map(source => source.includes('toNode')), [true]],
    [elements => texts(ofClass(elements, 'box-title')), ['Canvas']],
    [
      links,
      [
        'The sea: Trips/The sea',
        'Trips/Packing: Trips/Packing',
        'https://www.openstreetmap.org/: https://www.openstreetmap.org/',
      ],
    ],
    [
      elements => texts([...ofTag(elements, 'strong'), ...ofTag(elements, 'mark')]),
      ['The holidays', 'the blue boat'],
    ],
  ],
  'Sketch.excalidraw': [
    [
      elements => texts(ofTag(elements, 'li')),
      ['Where the boat sleeps', 'The sea\n(every other day)'],
    ],
    [boxes, [['Drawing'], []]],
  ],
  Canvas: [
    [
      elements =>
        texts(ofClass(elements, 'embed')).map(text =>
          /Board.canvas\s+Canvas\s+The holidays/.test(text),
        ),
      [true],
    ],
  ],
  'Links/By file name': [
    [
      links,
      [
        'what we pack: Trips/Packing',
        'the sea: Trips/The sea',
        'pancakes: Kitchen/Pancakes',
        'Packing: Trips/Packing',
        'with words: Trips/Packing',
        'Bedtime: The evening routine',
      ],
    ],
    [sources('img'), ['img Trips/tent.png A red tent']],
  ],
  'Links/By path': [
    [
      links,
      [
        'what we pack: Trips/Packing',
        'the sea: Trips/The sea',
        'pancakes: Kitchen/Pancakes',
        'Kitchen/Pancakes: Kitchen/Pancakes',
        'crêpes: Kitchen/Crêpes',
        'Trips/Packing: Trips/Packing',
        'trips: Trips/',
      ],
    ],
    [sources('img'), ['img Trips/tent.png A red tent']],
  ],
  'Links/Headings': [
    [
      links,
      [
        'The evening routine › What we need: The evening routine#h-what-we-need',
        'who in the evening: #h-who-1',
        'Milk &amp; honey who brings it: #h-milk-honey-who-brings-it',
        'The list of Books: #h-the-list-of-books',
        'milk: #h-milk-honey-who-brings-it',
        'Books: Books',
      ],
    ],
    [
      elements =>
        ofTag(elements, 'h2')
          .concat(ofTag(elements, 'h3'))
          .map(({ attributes }) => attributes['id']),
      [
        'h-milk-honey-who-brings-it',
        'h-the-list-of-books',
        'h-morning',
        'h-evening',
        'h-who',
        'h-who-1',
      ],
    ],
  ],
  'Links/Blocks': [
    [
      links,
      [
        'how warm: The evening routine#b-bath',
        'the rules: #b-rules',
        'House rules: #h-house-rules',
        '^prices: #b-prices',
      ],
    ],
    [
      elements =>
        elements.flatMap(({ tag, attributes: { id = '' } }) => (id === '' ? [] : `${tag} ${id}`)),
      ['h1 h-blocks', 'h2 h-house-rules', 'a b-rules', 'table b-prices'],
    ],
  ],
  'Links/Names with dots': [
    [links, ['Plan v1.2: Links/Plan v1.2', 'Plan v1.2: Links/Plan v1.2']],
    [
      elements => texts(ofClass(elements, 'embed')).map(text => text.includes('Two nights each')),
      [true],
    ],
  ],
  'Links/Plan v1.2': [[paragraphs, ['Two nights each, then a weekend.']]],
  'Links/Files': [
    [
      links,
      [
        'the tickets: Trips/tickets.pdf#page=2',
        'as Markdown: Trips/tickets.pdf#page=2',
        'tickets.pdf PDF, 1 kB: Trips/tickets.pdf',
      ],
    ],
    [sources('audio'), ['audio song.wav#t=10']],
  ],
  'Links/Programs': [
    [
      links,
      [
        'a note in the editor: obsidian://open?vault=family&amp;file=Books',
        'a book: zotero://select/library/items/ABCD1234',
        'the beach: geo:43.5,-1.5',
        'the grandparents: sms:+33123456789',
        'by telephone: tel:+33123456789',
        'by mail: mailto:alex@example.org',
      ],
    ],
  ],
  'Links/Missing': [
    [links, []],
    [elements => texts(ofClass(elements, 'missing')), ['note that is not here', 'another']],
  ],
  'Around/Backlinks': [[links, ['Books: Books']]],
  Books: [
    [
      foot,
      [
        'Updated November 20, 2026',
        'Linked from',
        'Backlinks',
        'Callouts',
        'Headings',
        'Our family notes',
        'The evening routine',
        'ערב שבת',
      ],
    ],
  ],
  'Around/Tags': [
    [links, ['#showcase/links: ?tag=showcase%2Flinks']],
    [
      foot,
      [
        'Updated November 20, 2026',
        '#showcase/notes',
        '#family',
        '#showcase/links',
        'Linked from',
        'Our family notes',
      ],
    ],
  ],
  'Around/Date': [[foot, ['August 21, 2026', 'Linked from', 'Our family notes']]],
  'Around/Other addresses': [
    [paragraphs, ['The addresses all/addresses and Surroundings lead here.']],
  ],
  'Around/Previews': [
    [
      (_elements, page) =>
        [...page.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(
          ([, name, content]) => `${name}: ${content}`,
        ),
      [
        'type: article',
        'title: What previews show',
        'site_name: notes',
        'url: https://vault.example/s/notes/Around/Previews',
        'description: The title, a description and a picture.',
        'image: https://vault.example/s/notes/Trips/tent.png',
      ],
    ],
  ],
  November: [
    [classes('div'), ['scroll week']],
    [elements => ofTag(elements, 'td').length, 35],
  ],
  'The evening routine': [
    [sources('audio'), ['audio song.wav']],
    [elements => texts(ofTag(elements, 'mark')), ['Ten minutes are enough.']],
    [elements => ofTag(elements, 'section').length, 0],
    [
      (_elements, page) =>
        texts(ofTag(readHtml(/<nav class="contents"[^]*?<\/nav>/.exec(page)?.[0] ?? ''), 'li')),
      ['Before dinner', 'Bath', 'What we need', 'Teeth', 'Story', 'Lights out'],
    ],
  ],
  'Trips/The sea': [
    [sources('img'), ['img Trips/tent.png Our tent by the sea']],
    [elements => ofTag(elements, 'img').map(({ attributes }) => attributes['width']), ['320']],
    [
      elements =>
        texts(ofClass(elements, 'embed')).map(text => text.split('\n').filter(Boolean)[1]),
      ['Every other day. The water is warm when the thermometer shows 37 °C.', 'Packing'],
    ],
    [
      links,
      [
        'bath: The evening routine#h-bath',
        'The evening routine: The evening routine#b-bath',
        'tickets.pdf PDF, 1 kB: Trips/tickets.pdf',
        'Packing: Trips/Packing',
      ],
    ],
  ],
  'Trips/Packing': [[elements => ofClass(elements, 'done').length, 1]],
  'Kitchen/Pancakes': [
    [elements => texts(ofTag(elements, 's')), ['Waffles']],
    [elements => ofTag(elements, 'ol').length, 1],
  ],
  'Kitchen/Crêpes': [[elements => elements[0]?.attributes['lang'], 'fr']],
  بيت: [
    [elements => elements[0]?.attributes, { lang: 'ar', dir: 'rtl' }],
    [
      elements => ofTag(elements, 'li').map(({ attributes }) => attributes['dir']),
      ['rtl', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl'],
    ],
    [(_elements, page) => /<html[^>]*>/.exec(page)?.[0], '<html lang="en" dir="rtl">'],
  ],
  שבת: [
    [
      directions,
      [
        'h1 auto',
        'p auto',
        'p auto',
        'ul rtl',
        'li rtl',
        'li rtl',
        'ul ltr',
        'li ltr',
        'li rtl',
        'details rtl',
        'summary auto',
        'p auto',
        'blockquote rtl',
        'p auto',
        'table rtl',
        'th auto',
        'th auto',
        'td auto',
        'td auto',
      ],
    ],
    [(_elements, page) => /<html[^>]*>/.exec(page)?.[0], '<html lang="en">'],
  ],
}

t.test(
  'the showcase has a note for each feature, its index lists them, and each works',
  async t => {
    const contents = files.map(path => [path, new Uint8Array(readFileSync(join(folder, path)))])
    const settings = { PUBLIC_URL: 'https://vault.example' }
    const { get, rendered } = await published(t, Object.fromEntries(contents), { settings })
    await rendered()
    const read = async (path: string) => {
      const page = await (await get(base + encodeURI(path))).text()
      const main = /<main[^>]*>([^]*)<footer/.exec(page)?.[1] ?? ''
      return { page, elements: readHtml(main) }
    }
    const names = files
      .filter(path => /\.(?:md|canvas)$/.test(path))
      .map(path => path.replace(/\.md$/, ''))
    const { page, elements } = await read('')
    const listed = ofTag(elements, 'a').map(({ attributes }) =>
      decodeURI(attributes['href'] ?? '').slice(base.length),
    )
    t.same([...new Set(listed), 'index'].toSorted(), names.toSorted(), 'the index lists every note')
    t.same(
      [...Object.keys(notes), 'index'].toSorted(),
      names.toSorted(),
      'and each has its example here',
    )
    t.match(page, /<link rel="icon" href="[^"]+" type="image\/svg\+xml">/)

    for (const [path, looks] of Object.entries(notes)) {
      const shown = await read(path)
      for (const [look, expected] of looks) t.same(look(shown.elements, shown.page), expected, path)
    }
    for (const address of ['all/addresses', 'Surroundings']) {
      const { status, headers } = await get(base + address, { redirect: 'manual' })
      t.same([status, headers.get('location')], [302, `${base}Around/Other%20addresses`], address)
    }
    const tag = await (await get(`${base}?tag=showcase`)).text()
    t.match(tag, /1 note with the tag #showcase[^]*href="\/s\/notes\/Around\/Tags"/)
  },
)
