// The plugins come without types.
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'

  export default function footnote(markdown: MarkdownIt): void
}

declare module 'markdown-it-mark' {
  import type { MarkdownIt } from 'markdown-it'

  export default function mark(markdown: MarkdownIt): void
}
