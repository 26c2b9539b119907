import { expect, test } from 'vitest'
import { mayBePlain, smtpHost } from './smtp-host.ts'

test('a host is a name or an address, as normalised by the URL parser', () => {
  const unchanged = {
    ' smtp.example.org ': 'smtp.example.org',
    'SMTP.Example.org': 'smtp.example.org',
    localhost: 'localhost',
    '127.0.0.1': '127.0.0.1',
    '0x7f000001': '127.0.0.1',
    '10.1.2.3': '10.1.2.3',
    '::1': '::1',
    '[::1]': '::1',
    'fd00::25': 'fd00::25',
  }
  for (const [text, host] of Object.entries(unchanged)) expect(smtpHost(text), text).toEqual({ host })
})

test('a host that cannot be an SMTP server is refused', () => {
  const wrong = [
    'smtp://smtp.example.org',
    'smtp.example.org:587',
    'smtp.example.org/x',
    'ada@smtp.example.org',
    'smtp example org',
    'smtp.example.org\r\nRCPT TO:<eve@example.org>',
    '-smtp.example.org',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0.0.0.0',
    '224.0.0.1',
    '100.100.100.200',
    'fe80::1',
    '::',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    'fd00:ec2::254',
    'metadata.google.internal',
    'METADATA',
    'instance-data',
  ]
  for (const text of wrong) expect(smtpHost(text).problem, text).toEqual(expect.any(String))
})

test('mail may go unencrypted within the own network only', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost', '10.0.0.5', '192.168.1.5', 'fd00::1', 'relay', 'relay.lan'])
    expect(mayBePlain(host), host).toBe(true)
  for (const host of ['8.8.8.8', 'smtp.example.org', '2001:db8::1', '172.32.0.1'])
    expect(mayBePlain(host), host).toBe(false)
})
