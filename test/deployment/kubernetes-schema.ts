import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Named {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

const compilerOptions = { module: 'nodenext', noEmit: true, skipLibCheck: true, strict: true }

/**
 * What Kubernetes would find wrong with these objects. The types of kubernetes-types are those of one version, the
 * oldest that we support: they know required and unknown fields, and no API that was removed before. The schemas of
 * kubernetes-models are newer, and know what a value may be: quantities, whole numbers, choices.
 */
export async function faultsOf(objects: Named[], folder: string): Promise<string[]> {
  const values = await Promise.all(objects.map(valueFaults))
  return [...objects.flatMap(nameFaults), ...values.flat(), ...typeFaults(objects, folder)]
}

const titleOf = ({ kind, metadata }: Named) => `${kind}-${metadata.name}`

function nameFaults(object: Named): string[] {
  const title = titleOf(object)
  const faults = []
  if (!/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(object.metadata.name))
    faults.push(`${title}: the name is not a DNS label`)
  // Later versions of Kubernetes remove alpha and beta APIs, never stable ones.
  if (!/^(?:[a-z0-9.]+\/)?v\d+$/.test(object.apiVersion))
    faults.push(`${title}: ${object.apiVersion} is not a stable API`)
  return faults
}

async function valueFaults(object: Named): Promise<string[]> {
  try {
    const models = await import(`kubernetes-models/${object.apiVersion}`)
    new models[object.kind](object).validate()
    return []
  } catch (error) {
    return [`${titleOf(object)}: ${String(error)}`]
  }
}

/** Lets the compiler compare each object, written as a literal, with the type of its kind. */
function typeFaults(objects: Named[], folder: string): string[] {
  const config = { compilerOptions: { ...compilerOptions, types: [] }, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  for (const object of objects) {
    const [group = '', version] = `core/${object.apiVersion}`.split('/').slice(-2)
    const types = `kubernetes-types/${group.split('.')[0]}/${version}.js`
    const literal = JSON.stringify(object, null, 2)
    const text = `import type { ${object.kind} } from '${types}'\n\nexport const object: ${object.kind} = ${literal}\n`
    writeFileSync(join(folder, `${titleOf(object)}.ts`), text)
  }
  // `env` keeps the hooks of tap out of the compiler.
  const node = ['-u', 'NODE_OPTIONS', process.execPath]
  const tsc = ['node_modules/typescript/bin/tsc', '--pretty', 'false', '--project', folder]
  const { status, stdout, stderr } = spawnSync('env', [...node, ...tsc], { encoding: 'utf8' })
  const faults = stdout.split('\n').filter(line => line.includes('error TS'))
  if (status !== 0 && faults.length === 0) throw new Error(`The compiler failed: ${stderr}`)
  return faults
}
