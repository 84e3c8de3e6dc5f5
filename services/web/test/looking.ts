import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Measurements of a shown page. */
export interface Look {
  /** Wider than the screen by so many pixels. */
  sideways: number
  /** Targets that a finger could miss: less than 24 by 44. WCAG 2.2, 2.5.8 asks for 24. */
  small: string[]
  /** Nights that are less than 40 by 44. */
  smallNights: string[]
  /** Choices whose words are wider than their field. */
  cut: string[]
  /** Fields with letters below 16 px: an iPhone zooms in when one gets the focus. */
  zooming: string[]
  /** Open dialogs of which a part is off the screen. */
  outside: string[]
  /** Where tonight ends, without the asks below it, and the actions of an open night. */
  tonightEnd: number | null
  actionsEnd: number | null
  headings: number
  language: string
  /** Inline styles and scripts, which our CSP blocks. */
  inline: string[]
}

const measure = `(() => {
  const all = selector => [...document.querySelectorAll(selector)]
  const box = element => element.getBoundingClientRect()
  const isSmall = (width, height) => target => {
    const { width: w, height: h } = box(target)
    return w > 0 && (w < width || Math.round(h) < height)
  }
  const html = element => element.outerHTML.slice(0, 300)
  const canvas = document.createElement('canvas').getContext('2d')
  const arrow = 20
  const isCut = select => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    canvas.font = font
    const { width } = canvas.measureText(select.selectedOptions[0]?.textContent ?? '')
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow
    return select.clientWidth > 0 && width > room
  }
  const bottom = selector => all(selector).map(element => box(element).bottom).toSorted((a, b) => b - a)[0] ?? null
  const targets = all('a, button, summary, select, label, input:not([type=hidden])')
    // Visible only with focus; links in a sentence are as high as its line.
    .filter(target => !target.matches('.skip, p:not(.ways) a, label input, label[for]'))
  return {
    sideways: document.documentElement.scrollWidth - innerWidth,
    small: targets.filter(isSmall(24, 44)).map(html),
    smallNights: all('table.month td > a').filter(isSmall(40, 44)).map(html),
    cut: all('select').filter(isCut).map(html),
    zooming: all('input:not([type=checkbox], [type=radio], [type=range], [type=hidden]), select, textarea').filter(each => parseFloat(getComputedStyle(each).fontSize) < 16).map(html),
    outside: all('dialog[open]').filter(each => {
      const { top, left, right, bottom } = box(each)
      return top < 0 || left < 0 || right > innerWidth || bottom > innerHeight ||
        each.scrollWidth > each.clientWidth
    }).map(html),
    tonightEnd: bottom('.tonight > :not(.asks)'),
    actionsEnd: bottom('dialog :is(.actions, .pair)'),
    headings: all('h1').length,
    language: document.documentElement.lang,
    inline: all('[style]:not([style=""]), style, script:not([src])').concat(
      all('*').filter(each => [...each.attributes].some(({ name }) => name.startsWith('on')))).map(html),
  }
})()`

export async function look(page: Page): Promise<Look> {
  return page.evaluate<Look>(measure)
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that depend on width and colours; the others check the document. */
const visible = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
  'label-content-name-mismatch',
]

interface Finding {
  id: string
  nodes: { html: string; any: { message: string }[] }[]
}

/** axe's violations and incomplete results, as text. */
export interface Findings {
  violations: string[]
  incomplete: string[]
}

/** Runs axe with all rules, or only with those that depend on rendering. */
export async function judge(page: Page, all: boolean): Promise<Findings> {
  // The CSP blocks injected scripts, so axe is injected through the debugger.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const options = {
    runOnly: all ? { type: 'tag', values: tags } : { type: 'rule', values: visible },
    resultTypes: ['violations', 'incomplete'],
  }
  const found = await page.evaluate<{ violations: Finding[]; incomplete: Finding[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  return { violations: asText(found.violations), incomplete: asText(found.incomplete) }
}

function asText(findings: Finding[]): string[] {
  return findings.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  )
}
