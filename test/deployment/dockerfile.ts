import { readFileSync } from 'node:fs'
import {
  DockerfileParser,
  type From,
  type Instruction,
  type PropertyInstruction,
} from 'dockerfile-ast'

interface Stage {
  /** What follows FROM. */
  base: string
  /** Its variables and those of the stages it builds on. */
  env: Record<string, string>
  user: string
  folder: string
  command: string[]
  health: string[]
  /** Its COPY lines, without those of the stages it builds on. */
  copies: string[]
}

const nothing: Stage = {
  base: '',
  env: {},
  user: '',
  folder: '',
  command: [],
  health: [],
  copies: [],
}

export const dockerfile: string = readFileSync('infra/Dockerfile', 'utf8')

/** The stages of infra/Dockerfile by name; a stage inherits from its base. */
export const stages: Record<string, Stage> = readStages()

/** The names of the images. */
export const images: string[] = Object.keys(stages).filter(name =>
  stages[name]?.folder.startsWith('/app/'),
)

function readStages(): Record<string, Stage> {
  const found: Record<string, Stage> = {}
  let name = ''
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const words = instruction.getRawArgumentsContent() ?? ''
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      const from = instruction as From
      const base = from.getImage() ?? ''
      name = from.getBuildStage() ?? ''
      found[name] = { ...nothing, ...found[base], base, copies: [] }
    }
    const stage = found[name] ?? nothing
    if (keyword === 'USER') stage.user = words
    if (keyword === 'WORKDIR') stage.folder = words
    if (keyword === 'CMD') stage.command = listIn(words)
    if (keyword === 'HEALTHCHECK') stage.health = listIn(words.replace(/^[^]*?CMD\s+/, ''))
    if (keyword === 'COPY') stage.copies.push(words)
    if (keyword === 'ENV') stage.env = { ...stage.env, ...variablesOf(instruction) }
  }
  return found
}

function listIn(words: string) {
  return JSON.parse(words) as string[]
}

function variablesOf(instruction: Instruction) {
  const properties = (instruction as PropertyInstruction).getProperties()
  return Object.fromEntries(properties.map(one => [one.getName(), one.getValue() ?? '']))
}
