import { format, resolveConfig } from 'prettier'
import { describeService, described } from './api-reference/describe.ts'
import { apiPage } from './api-reference/page.ts'
import { configurationPage } from './configuration-table.ts'

/** The generated pages, by path. */
export async function writtenDocs(): Promise<Map<string, string>> {
  const documents = new Map<string, Awaited<ReturnType<typeof describeService>>>()
  for (const name of described) documents.set(name, await describeService(name))
  const pages = [
    ['docs/api.md', apiPage(documents)],
    ...[...documents].map(([name, document]) => [
      `docs/openapi/${name}.json`,
      JSON.stringify(document),
    ]),
  ] as [string, string][]
  const config = await resolveConfig('docs/api.md')
  const formatted = await Promise.all(
    pages.map(async ([path, text]): Promise<[string, string]> => [
      path,
      await format(text, { ...config, filepath: path }),
    ]),
  )
  return new Map([['docs/configuration.md', await configurationPage()], ...formatted])
}
