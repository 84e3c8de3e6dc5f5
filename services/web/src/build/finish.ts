import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stop, transform } from 'esbuild'

/** The files of a folder by name, as sent to browsers. */
export async function finishFiles(folder: string): Promise<Map<string, Buffer>> {
  try {
    const files = new Map<string, Buffer>()
    for (const file of await readdir(folder))
      files.set(file, await finish(file, await readFile(join(folder, file))))
    return files
  } finally {
    // Stops the minifier's process, which is not needed again.
    await stop()
  }
}

async function finish(file: string, content: Buffer): Promise<Buffer> {
  const [, loader] = /\.(css|js)$/.exec(file) ?? []
  if (loader !== 'css' && loader !== 'js') return content
  return Buffer.from(await minify(content.toString(), loader))
}

/**
 * Minifies a stylesheet or a script.
 */
export async function minify(text: string, loader: 'css' | 'js'): Promise<string> {
  const source = loader === 'css' ? shortenNames(text) : text
  const { code, warnings } = await transform(source, { loader, minify: true, format: 'esm' })
  if (warnings.length > 0) throw new Error(warnings.map(warning => warning.text).join('\n'))
  return code.trimEnd()
}

/**
 * Shortens the stylesheet's custom properties: `--sitter-band` becomes `--d`. Also removes the space before
 * their values, which minifiers have to keep; our values do not depend on it.
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
