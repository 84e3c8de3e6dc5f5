import { timed } from './proof.ts'

/** What a person types and reads, for a closing note: each command with its seconds, and the lines that matter. */
export interface Transcript {
  readonly lines: readonly string[]
  /** Runs what a command stands for. @returns what it printed */
  type: (command: string, run: () => Promise<string>, matters?: RegExp) => Promise<string>
  /** Adds what the person sees afterwards. */
  see: (text: string) => void
}

const longest = 120

export function createTranscript(): Transcript {
  const lines: string[] = []
  const see = (text: string) => {
    const line = text.trim()
    lines.push(`    ${line.length > longest ? `${line.slice(0, longest)}…` : line}`)
  }
  return {
    lines,
    see,
    async type(command, run, matters) {
      const { seconds, value } = await timed(run)
      lines.push(`$ ${command}  (${seconds} s)`)
      if (matters)
        value
          .split('\n')
          .filter(line => matters.test(line))
          .forEach(see)
      return value
    },
  }
}
