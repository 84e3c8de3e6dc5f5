import { breakable, fitsCell } from '@night-routine/wording'
import t from 'tap'

t.test('a name whose words all fit a line of a cell has the usual size', async t => {
  for (const name of ['Alex', 'Robin', 'Zoé', 'Elliot', 'さき', 'Maria-Lou', 'Мама Оля'])
    t.ok(fitsCell(name), name)
  for (const name of ['Charlotte', 'Marius', 'Grandma Lou', 'さくら']) t.notOk(fitsCell(name), name)
})

t.test('a word that does not fit may break between syllables, with a hyphen', async t => {
  for (const [name, expected] of [
    ['Charlotte', 'Char|lot|te'],
    ['Christophe', 'Chris|to|phe'],
    ['Alexandre', 'Ale|xan|dre'],
    ['Maximilian', 'Ma|xi|mi|lian'],
    ['Magdalena', 'Mag|da|le|na'],
    ['Élisabeth', 'Éli|sa|beth'],
    ['Sébastien', 'Sé|bas|tien'],
    ['Grandma Lou', 'Grand|ma Lou'],
    ['Personne pour l’instant', 'Per|son|ne pour l’ins|tant'],
    ['Maria-Lou', 'Maria-Lou'],
    ['Robin', 'Robin'],
    ['さくらこ', 'さくらこ'],
    ['👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧'],
  ] as const)
    t.equal(breakable(name).replaceAll('\u00AD', '|'), expected)
})
