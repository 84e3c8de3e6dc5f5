import type { MarkdownIt } from 'markdown-it'

/** A letter of a script that puts no space between a word and what stands beside it. */
const letter = /(?!\p{P})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]/u

/** Lets `**主语：**谓语` be bold: CommonMark needs a space after it, and these scripts have none. */
export function emphasis(markdown: MarkdownIt): void {
  const { State } = markdown.inline
  markdown.inline.State = class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord)
      if (!canSplitWord) return found
      const end = start + found.length
      const before = Array.from(this.src.slice(Math.max(0, start - 2), start)).at(-1) ?? ' '
      const [after = ' '] = this.src.slice(end, end + 2)
      return {
        ...found,
        can_open: found.can_open || (letter.test(before) && /\S/.test(after)),
        can_close: found.can_close || (letter.test(after) && /\S/.test(before)),
      }
    }
  }
}
