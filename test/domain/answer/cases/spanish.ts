import { type AnswerCase, rejected } from './answerCase.ts';

export const spanish: readonly AnswerCase[] = [
  {
    what: 'una lista numerada con una pregunta al final',
    text: `Estas son las mejores opciones para una tienda pequeña:

1. **Tendalia** – fácil de montar y con plantillas modernas.
2. **Vendemás** – cobra menos comisión.
3. **Mostrador.ya** – envíos incluidos.

¿Quieres que compare sus precios?`,
    names: ['Tendalia', 'Vendemás', 'Mostrador.ya'],
    reasons: { 'Mostrador.ya': { starts: 'envíos incluidos.', lacks: 'compare' } },
  },
  {
    what: 'categorías con dos puntos',
    text: `**Mejor en general:** Tendalia
**Mejor precio:** Vendemás
**Mejor para artesanos:** Hilo & Barro`,
    names: ['Tendalia', 'Vendemás', 'Hilo & Barro'],
  },
  {
    what: 'títulos con ventajas y desventajas',
    text: `### Colchón Brisamar
**Ventajas:** fresco en verano
**Desventajas:** pesa mucho

### Dormilán 3
**Ventajas:** firme
**Desventajas:** prueba corta

**En resumen:** el Colchón Brisamar es la compra más segura.`,
    names: ['Colchón Brisamar', 'Dormilán 3'],
    reasons: { 'Dormilán 3': { ends: 'prueba corta', lacks: 'más segura' } },
  },
  {
    what: 'texto corrido',
    text: `Te recomiendo **Cuentaclara** si trabajas por tu cuenta. Otra buena opción es **Asientos**, que tiene un plan gratuito.`,
    names: ['Cuentaclara', 'Asientos'],
  },
  {
    what: 'un nombre que se desaconseja',
    text: `- **Cuentaclara** – facturas y gastos
- **Asientos** – plan gratuito

No recomiendo **Librofácil**: muchos usuarios han perdido datos.`,
    names: ['Cuentaclara', 'Asientos'],
    others: [rejected('Librofácil')],
  },
  {
    what: 'ninguna recomendación',
    text: `No puedo recomendar una clínica concreta, porque no tengo datos fiables de tu ciudad. Consulta el registro del colegio de médicos.`,
    nobody: true,
  },
  {
    what: 'alternativas a un producto',
    text: `Alternativas a Oficinón:

* **Escriba** – abre los mismos archivos
* **Papelera Suite** – funciona en el navegador`,
    names: ['Escriba', 'Papelera Suite'],
  },
  {
    what: 'fichas locales',
    text: `**Fontanería Ruizal**
Abierto ahora · Fontanero · 4,8 (95)
Atiende urgencias.

**Aguas y Tubos S.L.**
Cerrado · Fontanero · 4,3 (41)
Presupuesto sin compromiso.`,
    names: ['Fontanería Ruizal', 'Aguas y Tubos S.L.'],
  },
];
