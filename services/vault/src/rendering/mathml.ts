import type { Attributes, Tag } from 'sanitize-html'

/** What shows something in MathML: not `maction`, which runs something, nor `annotation-xml`, which may hold HTML. */
export const mathTags =
  `math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms
  mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none`.split(/\s+/)

const lengths = ['width', 'height', 'depth', 'voffset', 'lspace', 'rspace', 'minsize', 'maxsize']
const switches =
  'displaystyle accent accentunder fence separator stretchy symmetric largeop movablelimits'.split(
    ' ',
  )
const others = ['display', 'form', 'scriptlevel', 'mathvariant', 'linethickness', 'notation']

const values: [names: readonly string[], form: RegExp][] = [
  // No length leaves the page.
  [lengths, /^[+-]?\d{0,2}(?:\.\d{1,9})?(?:em|ex|pt|px|%)?$/],
  [switches, /^(?:true|false)$/],
  [['colspan', 'rowspan', 'columnspan'], /^\d{1,2}$/],
  [others, /^[+\w. -]{1,40}$/],
]

const forms = new Map(values.flatMap(([names, form]) => names.map(name => [name, form] as const)))

/** None of them holds an address, a style or a script. */
export const mathAttributes = Object.fromEntries(
  mathTags.map(tag => [tag, ['class', ...forms.keys()]]),
)

const classes =
  `boxed line-top line-bottom line-left line-right flush-start flush-end tml-left tml-right tml-display
  tml-jot tml-small tml-cancel upstrike downstrike sout tml-xcancel tml-overline tml-underline`.split(
    /\s+/,
  )

export const mathClasses = Object.fromEntries(mathTags.map(tag => [tag, classes]))

/** What the library writes as a style, which the content security policy refuses, and our class for it. */
const styles: [style: RegExp, name: string][] = [
  [/(?:^|;)border:1px solid/, 'boxed'],
  [/(?:^|;)border-top:/, 'line-top'],
  [/(?:^|;)border-bottom:/, 'line-bottom'],
  [/(?:^|;)border-left:/, 'line-left'],
  [/(?:^|;)border-right:/, 'line-right'],
  [/(?:^|;)padding-left:0(?:em|pt)?(?:;|$)/, 'flush-start'],
  [/(?:^|;)padding-right:0(?:em|pt)?(?:;|$)/, 'flush-end'],
]

/** Keeps of an element of a formula what shows it. */
export function mathTag(tagName: string, attributes: Attributes): Tag {
  const { style = '', class: kind = '' } = attributes
  const names = styles.filter(([form]) => form.test(style)).map(([, name]) => name)
  const all = [kind, ...names].filter(Boolean).join(' ')
  const kept = Object.entries(attributes).filter(([name, value]) => forms.get(name)?.test(value))
  return { tagName, attribs: { ...Object.fromEntries(kept), ...(all !== '' && { class: all }) } }
}
