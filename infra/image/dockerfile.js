// Reads infra/Dockerfile, for whoever does what it says without Docker and for its test.
import { DockerfileParser } from 'dockerfile-ast'

/**
 * @typedef {object} Stage
 * @property {string} base what follows FROM
 * @property {Record<string, string>} env its variables and those of the stages it stands on
 * @property {string} user who runs in it; '' where nobody is named
 * @property {string[]} command
 * @property {string[]} health the words of its health check
 * @property {string[]} runs what its RUN lines say, without their flags
 * @property {string[]} copies what its COPY lines say
 */

const inform = {
  USER: (stage, instruction) => ({ ...stage, user: instruction.getArgumentsContent() ?? '' }),
  CMD: (stage, instruction) => ({ ...stage, command: words(instruction) }),
  HEALTHCHECK: (stage, instruction) => ({ ...stage, health: checkWords(instruction) }),
  RUN: (stage, instruction) => ({ ...stage, runs: [...stage.runs, run(instruction)] }),
  COPY: (stage, instruction) => ({
    ...stage,
    copies: [
      ...stage.copies,
      [...instruction.getFlags(), instruction.getRawArgumentsContent()].join(' '),
    ],
  }),
  ENV: (stage, instruction) => ({ ...stage, env: { ...stage.env, ...variables(instruction) } }),
}

/**
 * The stages by name; a stage has what the one below it says, unless it says otherwise.
 * @param {string} text
 * @returns {Record<string, Stage>}
 */
export function readStages(text) {
  const stages = {}
  let name = ''
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      name = instruction.getBuildStage() ?? ''
      const base = instruction.getImage()
      const below = stages[base] ?? { env: {}, user: '', command: [], health: [] }
      stages[name] = { ...below, base, runs: [], copies: [] }
    } else if (keyword in inform) stages[name] = inform[keyword](stages[name], instruction)
  }
  return stages
}

const words = instruction => JSON.parse(instruction.getRawArgumentsContent())

function checkWords(instruction) {
  const [, list] = /CMD\s+(\[.*\])\s*$/s.exec(instruction.getRawArgumentsContent()) ?? []
  return list === undefined ? [] : JSON.parse(list)
}

const run = instruction => instruction.getRawArgumentsContent().replace(/^(--\S+\s+)*/, '')

const variables = instruction =>
  Object.fromEntries(
    instruction.getProperties().map(property => [property.getName(), property.getValue() ?? '']),
  )
