/* Runs the inline assembly of x86-64 that the texts have: its own words, in AT&T order, on numbers. */
#include <map>
#include <sstream>

#include "engine.h"
#include "report.h"

namespace bounds
{
namespace
{

struct machine {
  std::map<std::string, handle> value; /* of the named operands */
  handle carry = ZERO, sum = UNSET;    /* the carry flag, and the sum whose carry it is */
  handle tested = UNSET;
  int tested_bit = 0;

  handle read(std::string name)
  {
    if (name[0] == '$')
      return constant(std::stoull(name.substr(1), nullptr, 0));
    return value.at(operand_name(name));
  }

  static std::string operand_name(const std::string &name)
  {
    size_t open = name.find('['), close = name.find(']');
    return name.substr(open + 1, close - open - 1);
  }

  void add_to(const std::string &source, const std::string &target, bool with_carry)
  {
    handle total = add(used(read(source), 64), used(read(target), 64), 128);
    if (with_carry) {
      if (sum != UNSET)
        wraps(sum);
      total = add(total, carry, 128);
    }
    value[operand_name(target)] = sum = total;
    carry = shift_right(total, 64, 128);
  }

  void run(const std::string &instruction, const std::string &source, const std::string &target)
  {
    if (instruction == "add" || instruction == "adc") {
      add_to(source, target, instruction == "adc");
    } else if (instruction == "test") {
      tested = used(read(target), 64);
      for (tested_bit = 0; read(source) != constant(UINT64_C(1) << tested_bit);)
        tested_bit++;
      carry = ZERO;
      sum = UNSET;
    } else if (instruction == "cmovnz") {
      value[operand_name(target)] = select_bit(tested, tested_bit, read(source), read(target));
    } else {
      report("the instruction " + instruction + " is not modelled");
    }
  }
};

} // namespace

void assembly(const char *text, std::initializer_list<operand> outputs, std::initializer_list<operand> inputs)
{
  machine m;
  for (const operand &o : outputs)
    m.value[o.name] = o.target->id;
  for (const operand &o : inputs)
    m.value[o.name] = o.value.id;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string instruction, source, target;
    words >> instruction >> source >> target;
    source.pop_back(); /* the comma */
    m.run(instruction, source, target);
  }
  for (const operand &o : outputs)
    o.target->id = m.value[o.name];
}

} // namespace bounds
