import { readFileSync } from 'node:fs'
import {
  DockerfileParser,
  type From,
  type Healthcheck,
  type PropertyInstruction,
} from 'dockerfile-ast'

interface Stage {
  /** What follows FROM. */
  base: string
  /** Its variables and those of the stages it builds on. */
  env: Record<string, string>
  user: string
  folder: string
  healthCheck?: { interval: string; command: string[] }
}

export const dockerfile: string = readFileSync('infra/Dockerfile', 'utf8')

/** The stages of infra/Dockerfile by name; a stage inherits from its base. */
export const stages: Record<string, Stage> = readStages()

/** The names of the images. */
export const images: string[] = Object.keys(stages).filter(name =>
  stages[name]?.folder.startsWith('/app/'),
)

/** Those that are deployed one by one; `home` is all of them in one. */
export const separateImages: string[] = images.filter(name => name !== 'home')

function readStages(): Record<string, Stage> {
  const found: Record<string, Stage> = {}
  let stage: Stage = { base: '', env: {}, user: '', folder: '' }
  const nothing = stage
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const argument = instruction.getArgumentsContent() ?? ''
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      const from = instruction as From
      const base = from.getImage() ?? ''
      stage = { ...nothing, ...found[base], base }
      found[from.getBuildStage() ?? ''] = stage
    }
    if (keyword === 'USER') stage.user = argument
    if (keyword === 'WORKDIR') stage.folder = argument
    if (keyword === 'HEALTHCHECK') {
      const flags = (instruction as Healthcheck).getFlags()
      const interval = flags.find(flag => flag.getName() === 'interval')?.getValue() ?? ''
      stage.healthCheck = {
        interval,
        command: JSON.parse(argument.replace('CMD ', '')) as string[],
      }
    }
    if (keyword === 'ENV') {
      const properties = (instruction as PropertyInstruction).getProperties()
      const own = properties.map(one => [one.getName(), one.getValue() ?? ''])
      stage.env = { ...stage.env, ...Object.fromEntries(own) }
    }
  }
  return found
}
