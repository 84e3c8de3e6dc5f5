import { escapeXml } from '@night-routine/service'
import t from 'tap'

t.test('escapes what would end a text or a quoted attribute', async t => {
  t.equal(escapeXml('Tom & "Jo" <3 > 2'), 'Tom &amp; &quot;Jo&quot; &lt;3 &gt; 2')
  t.equal(escapeXml('&amp;'), '&amp;amp;', 'an entity is text too')
  t.equal(escapeXml('L’été 🌙'), 'L’été 🌙')
})
