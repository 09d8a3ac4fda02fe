import { Component, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { render } from '#/testing/render.tsx';
import { useLatePart } from './use-late-part.ts';

function Late({ load }: { readonly load: () => Promise<string> }) {
  return <p>{useLatePart(load) ?? 'Not yet'}</p>;
}

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { message: '' };

  static getDerivedStateFromError = (error: Error) => ({ message: error.message });

  override render() {
    return this.state.message === '' ? this.props.children : <p role="alert">{this.state.message}</p>;
  }
}

it('useLatePart has no part before it has loaded', async () => {
  const part = Promise.withResolvers<string>();
  render(<Late load={() => part.promise} />);
  await expect.element(page.getByText('Not yet')).toBeVisible();
});

it('useLatePart has the part once it has loaded', async () => {
  const load = async () => 'Loaded';
  render(<Late load={load} />);
  await expect.element(page.getByText('Loaded')).toBeVisible();
});

it('useLatePart fails its component if the part does not load', async () => {
  expectLogged(/No such part/);
  const load = () => Promise.reject(new Error('No such part'));
  render(
    <Boundary>
      <Late load={load} />
    </Boundary>,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('No such part');
});

it('useLatePart ignores the part of an earlier wish that arrives late', async () => {
  const first = Promise.withResolvers<string>();
  const loadFirst = () => first.promise;
  const { rerender } = render(<Late load={loadFirst} />);
  const loadSecond = async () => 'Second';
  rerender(<Late load={loadSecond} />);
  await expect.element(page.getByText('Second')).toBeVisible();
  first.resolve('First');
  await first.promise;
  await expect.element(page.getByText('Second')).toBeVisible();
});
