import { expect, test } from 'vitest'
import { endpointAddress } from './endpoint-address.ts'

test('an address is stored without the path that the protocol adds', () => {
  const unchanged = {
    ' https://api.example.com/v1/ ': 'https://api.example.com/v1',
    'https://api.example.com': 'https://api.example.com',
    'https://api.example.com/v1/chat/completions': 'https://api.example.com/v1',
    'https://api.example.com:8443/openai/deployments/x': 'https://api.example.com:8443/openai/deployments/x',
  }
  for (const [text, url] of Object.entries(unchanged)) expect(endpointAddress(text), text).toEqual({ url })
})

test('plain http is allowed only within the own network', () => {
  const within = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '10.1.2.3',
    '172.16.0.9',
    '172.31.0.9',
    '192.168.1.5',
    '[fd00::1]',
    'ollama',
  ]
  for (const host of [...within, 'llm.internal', 'gpu.lan']) {
    expect(endpointAddress(`http://${host}:11434/v1`).problem, host).toBeUndefined()
  }
  for (const host of [
    'api.example.com',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.20.0.1',
    '100.168.0.1',
    '169.253.0.1',
    '[2001:db8::1]',
    'internal.example',
  ]) {
    expect(endpointAddress(`http://${host}/v1`).problem, host).toContain('https://')
    expect(endpointAddress(`https://${host}/v1`).problem, host).toBeUndefined()
  }
})

test('an address that cannot be a model, or contains credentials, is refused', () => {
  const wrong = [
    '',
    'api.example.com',
    'ftp://api.example.com',
    'file:///etc/passwd',
    'https://ada:secret@api.example.com/v1',
    'https://ada@api.example.com/v1',
    'https://:secret@api.example.com/v1',
    'https://api.example.com/v1?key=secret',
    'https://api.example.com/v1#x',
    'http://169.254.169.254/latest',
    'https://169.254.169.254/latest',
    'http://0xa9fea9fe/latest',
    'http://0.0.0.0:8080',
    'https://0.0.0.1',
    'https://224.0.0.1',
    'https://255.255.255.255',
    'https://[ff02::1]',
    'https://[64:ff9b::a9fe:a9fe]',
    'https://[::]',
    'http://[fe80::1]/v1',
    'http://[::ffff:169.254.169.254]/v1',
    'http://[::]/v1',
    'http://[::ffff:a9fe:a9fe]/v1',
    'https://[fd00:ec2::254]/latest',
    'https://[fd20:ce::254]/latest',
    'https://[2002:a9fe:a9fe::]/latest',
    'https://[::169.254.169.254]/latest',
    'https://[::10.0.0.1]/v1',
    'https://[::ffff:0:169.254.169.254]/latest',
    'https://[::ffff:192.168.1.5]/v1',
    'https://[64:ff9b::10.0.0.1]/v1',
    'https://[64:ff9b:1::a9fe:a9fe]/latest',
    'https://[2002:c0a8:105::1]/v1',
    'https://[2001:0:1:2:3:4:5601:5601]/latest',
    'https://[2001:db8::5efe:169.254.169.254]/latest',
    'https://[2001:db8::200:5efe:a9fe:a9fe]/latest',
    'http://2852039166/latest',
    'http://0251.0376.0251.0376/latest',
    'https://100.100.100.200/latest',
    'https://168.63.129.16/machine',
    'http://metadata.google.internal/computeMetadata/v1',
    'http://METADATA.google.internal./computeMetadata/v1',
    'http://metadata/computeMetadata/v1',
    'http://instance-data/latest',
    'https://metadata.azure.internal',
    `https://api.example.com/${'x'.repeat(500)}`,
  ]
  for (const text of wrong) expect(endpointAddress(text).problem, text).toEqual(expect.any(String))
  const longest = `https://api.example.com/${'x'.repeat(500)}`.slice(0, 500)
  expect(endpointAddress(longest).url).toBe(longest)
  expect(endpointAddress(`${longest}x`).problem).toBe('must look like https://host/v1')
})
