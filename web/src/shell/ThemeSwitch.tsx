import { useState } from 'react';
import { Choice } from '../ui/Field.tsx';

type Theme = 'system' | 'light' | 'dark';

function chosen(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(chosen);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      if (next === 'system') localStorage.removeItem('sightline.theme');
      else localStorage.setItem('sightline.theme', next);
    } catch {
      // Storage may be refused; the choice then lasts as long as the page.
    }
  };
  return (
    <Choice
      label="Theme"
      hideLabel
      value={theme}
      onChange={choose}
      options={[
        { value: 'system', label: 'System theme' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
