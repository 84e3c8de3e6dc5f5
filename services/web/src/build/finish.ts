import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stop, transform } from 'esbuild'

/** The files of a folder, by name, as browsers get them. */
export async function finishFiles(folder: string): Promise<Map<string, Buffer>> {
  try {
    const files = new Map<string, Buffer>()
    for (const file of await readdir(folder))
      files.set(file, await finish(file, await readFile(join(folder, file))))
    return files
  } finally {
    // The minifier is a process of its own, and is not needed again.
    await stop()
  }
}

async function finish(file: string, content: Buffer): Promise<Buffer> {
  const [, loader] = /\.(css|js)$/.exec(file) ?? []
  if (loader !== 'css' && loader !== 'js') return content
  return Buffer.from(await minify(content.toString(), loader))
}

/**
 * What is sent of a stylesheet or a script: all that a browser needs, and nothing that is there for
 * people who read it.
 */
export async function minify(text: string, loader: 'css' | 'js'): Promise<string> {
  const source = loader === 'css' ? shortenNames(text) : text
  const { code, warnings } = await transform(source, { loader, minify: true, format: 'esm' })
  if (warnings.length > 0) throw new Error(warnings.map(warning => warning.text).join('\n'))
  return code.trimEnd()
}

/**
 * The stylesheet's own names are spelt out for people: `--sitter-band` is sent as `--d`. A space that
 * begins a custom property's value is part of it, so no minifier takes it away; ours mean nothing by it.
 */
function shortenNames(css: string) {
  const short = new Map<string, string>()
  return css
    .replaceAll(/(?<![\w-])--[a-z][\w-]*/g, name => {
      const known = short.get(name) ?? `--${short.size.toString(36)}`
      short.set(name, known)
      return known
    })
    .replaceAll(/(--\w+): /g, '$1:')
}
