import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';

type Theme = 'system' | 'light' | 'dark';

function chosenFunction(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(chosenFunction);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      if (next === 'system') localStorage.removeItem('sightline.theme');
      else localStorage.setItem('sightline.theme', next);
    } catch {
      // Storage may be refused; the choice then lasts until the page is closed.
    }
  };
  return (
    <label className="relative grid size-8 shrink-0 place-items-center rounded-small text-soft focus-within:outline-2 focus-within:outline-accent hover:bg-sunken hover:text-ink">
      <span className="sr-only">Theme</span>
      <Icon name="theme" />
      <select
        value={theme}
        onChange={(event) => choose(event.target.value as Theme)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        <option value="system">System theme</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
