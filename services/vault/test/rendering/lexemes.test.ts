import t from 'tap'
import { published } from '../published-site.ts'
import { searchVector } from '../../src/rendering/lexemes.ts'

t.test('one word of Chinese, Japanese or Thai finds its sentence', async t => {
  const sentences = {
    chinese: '我喜欢机器学习，他在北京大学读书。',
    japanese: '小学校の先生が東京都に住んでいます。研究室はコンピューターだらけです。',
    thai: 'ฉันกินข้าวผัด',
  }
  const { get, rendered } = await published(
    t,
    Object.fromEntries(Object.entries(sentences).map(([name, text]) => [`${name}.md`, text])),
  )
  await rendered()
  const find = async (word: string) => {
    const html = await (await get(`/s/notes/?q=${encodeURIComponent(word)}`)).text()
    const [main = ''] = /<main[^]*<\/main>/.exec(html) ?? []
    return [...main.matchAll(/<li dir="auto">\s*<a href="[^"]*">([^<]*)<\/a>/g)].map(
      ([, name]) => name,
    )
  }
  // The dictionary has 学校 inside 小学校, 在 at the end of 他在, and 機器 and 学習 as two words.
  for (const word of ['喜欢', '机器学习', '学习', '北京大学', '大学', '在北京', '在'])
    t.same(await find(word), ['chinese'], word)
  for (const word of ['小学校', '学校', '先生', '東京', '京都', '研究', '研究室', 'コンピューター'])
    t.same(await find(word), ['japanese'], word)
  t.same(await find('ข้าว'), ['thai'])
  t.same(await find('北京 先生'), [], 'all words have to be there')
  t.same(await find('京北'), [], 'in this order')
  const html = await (await get(`/s/notes/?q=${encodeURIComponent('学校')}`)).text()
  t.match(html, '小<mark>学校</mark>の先生', 'only the word is marked')
})

t.test('the ends of words leave room for the words', async t => {
  // Every word is another one, as long as a word may be.
  const letters = Array.from({ length: 80 }, (_, at) => String.fromCodePoint(0x30a1 + at))
  const words = Array.from({ length: 3_600 }, (_, at) =>
    Array.from(
      { length: 24 },
      (_one, step) => letters[(at * 7 + step * (1 + (at % 70))) % 80],
    ).join(''),
  )
  const vector = searchVector([], words.join(' '))
  t.ok(Buffer.byteLength(vector) < 1_000_000, `${Buffer.byteLength(vector)} bytes`)
})
