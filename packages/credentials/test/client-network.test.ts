import t from 'tap'
import { clientNetwork, networkText } from '../src/client-network.ts'

t.test('derives the network of an address', async t => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['an unknown proxy', 'an unknown proxy'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])
    t.equal(clientNetwork(String(address)), network)
})

t.test('shows a network without the last number of an IPv4 address', async t => {
  for (const [address, text] of [
    ['203.0.113.9', '203.0.113.0/24'],
    ['10.20.30.40', '10.20.30.0/24'],
    ['a proxy at 203.0.113.9', 'a proxy at 203.0.113.9'],
    ['203.0.113.9 by a proxy', '203.0.113.9 by a proxy'],
    ['::ffff:203.0.113.254', '203.0.113.0/24'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['an unknown proxy', 'an unknown proxy'],
  ])
    t.equal(networkText(String(address)), text)
})
