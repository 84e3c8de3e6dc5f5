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
  /** Its variables and those of the stages it stands on. */
  env: Record<string, string>
  user: string
  folder: string
  command: string[]
  /** The words of its health check. */
  health: string[]
  /** Its RUN and COPY lines, without those of the stages it stands on. */
  steps: string[]
}

const nothing: Stage = {
  base: '',
  env: {},
  user: '',
  folder: '',
  command: [],
  health: [],
  steps: [],
}

const readers: Record<string, (stage: Stage, instruction: Instruction) => Partial<Stage>> = {
  USER: (_, instruction) => ({ user: instruction.getArgumentsContent() ?? '' }),
  WORKDIR: (_, instruction) => ({ folder: instruction.getArgumentsContent() ?? '' }),
  CMD: (_, instruction) => ({ command: words(instruction) }),
  HEALTHCHECK: (_, instruction) => ({ health: words(instruction, /^[^]*?CMD\s+/) }),
  RUN: addStep,
  COPY: addStep,
  ENV: ({ env }, instruction) => ({ env: { ...env, ...variables(instruction) } }),
}

/** The stages of a Dockerfile by name; a stage has what the one below it says, unless it says otherwise. */
export function readStages(text: string): Record<string, Stage> {
  const stages: Record<string, Stage> = {}
  let name = ''
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      const from = instruction as From
      const base = from.getImage() ?? ''
      name = from.getBuildStage() ?? ''
      stages[name] = { ...nothing, ...stages[base], base, steps: [] }
    }
    const stage = stages[name]
    if (stage) Object.assign(stage, readers[keyword]?.(stage, instruction))
  }
  return stages
}

/** The images by name, with the folder of what each starts. */
export const images: Record<string, { part: string }> = Object.fromEntries(
  Object.entries(readStages(readFileSync('infra/Dockerfile', 'utf8'))).flatMap(
    ([name, { folder }]) =>
      folder.startsWith('/app/') ? [[name, { part: folder.replace('/app/', '') }]] : [],
  ),
)

/** The list of an instruction; there is no shell that could read anything else. */
function words(instruction: Instruction, before = /^/) {
  return JSON.parse(instruction.getRawArgumentsContent()?.replace(before, '') ?? '[]') as string[]
}

function addStep({ steps }: Stage, instruction: Instruction) {
  const step = instruction.getRawArgumentsContent() ?? ''
  return { steps: [...steps, `${instruction.getKeyword()} ${step}`] }
}

function variables(instruction: Instruction) {
  const properties = (instruction as PropertyInstruction).getProperties()
  return Object.fromEntries(
    properties.map(property => [property.getName(), property.getValue() ?? '']),
  )
}
